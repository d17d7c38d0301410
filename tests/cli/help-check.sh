portolan help check
