portolan --version
