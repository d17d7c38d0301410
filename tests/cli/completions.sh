for shell in bash zsh fish; do portolan help --completions $shell | grep -c target-version; done
portolan help --man convert | head -n 12
