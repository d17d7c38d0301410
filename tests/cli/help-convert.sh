portolan convert --help
