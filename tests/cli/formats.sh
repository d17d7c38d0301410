portolan formats && portolan formats --json
