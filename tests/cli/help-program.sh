portolan --help
