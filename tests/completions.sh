#!/usr/bin/env bash
# Completions in real shells: what each offers after some words. Shells that are not installed are skipped, with a message.
# shellcheck disable=SC2016,SC2317  # other shells expand them, and offered calls the functions by name
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/files"
ln -s "$PORTOLAN" "$scratch/bin/portolan"
export PATH=$scratch/bin:$PATH HOME=$scratch
touch "$scratch/files/two words.gmm" "$scratch/files/plain.gmm"
cd "$scratch/files"
failed=0

offered() { # shell, words, what must be offered, one on each line
  local got
  got=$("complete_$1" "$2") || true
  while IFS= read -r wanted; do
    grep -qxF -- "$wanted" <<<"$got" || { echo "$1: '$2' does not offer '$wanted', but:"; head -n 20 <<<"$got"; failed=1; }
  done <<<"$3"
}

refused() { # shell, words, what must not be offered, one on each line
  local got
  got=$("complete_$1" "$2") || true
  while IFS= read -r other; do
    ! grep -qxF -- "$other" <<<"$got" || { echo "$1: '$2' offers '$other', which is of another format"; failed=1; }
  done <<<"$3"
}

all() { # shell
  offered "$1" "portolan ren" "render"
  offered "$1" "portolan help " $'render\nnew\ngrmm'
  offered "$1" "portolan help convert " $'grmm\nmpd'
  offered "$1" "portolan new " $'grmm\nxmf'
  offered "$1" "portolan new grmm pla" "plain.gmm"
  offered "$1" "portolan git " $'install\nuninstall\nstatus'
  offered "$1" "portolan diff --look " $'sides\nflicker'
  offered "$1" "portolan convert --to " $'grmm\nglb\njson'
  offered "$1" "portolan info --from " $'grmm\nassimp'
  offered "$1" "portolan formats --schema " $'grmm\nmpd'
  offered "$1" "portolan convert --target-version " $'4\nD\n1.2'
  offered "$1" "portolan convert plain.gmm --target-version " $'1\n4'
  refused "$1" "portolan convert plain.gmm --target-version " $'D\n1.2'
  offered "$1" "portolan convert LEVEL.MPD --target-version " $'A\nD'
  refused "$1" "portolan convert LEVEL.MPD --target-version " $'4\n1.2'
  offered "$1" "portolan convert level.map --layout " $'old\nnew'
  refused "$1" "portolan convert level.map --layout " "official"
  offered "$1" "portolan render --theme " "parchment"
  offered "$1" "portolan render --vi" "--view"
  offered "$1" "portolan info two" "two words.gmm"
}

complete_bash() { # words
  bash --norc -c '
    source <(portolan help --completions bash)
    read -r -a COMP_WORDS <<<"$1"
    case $1 in *" ") COMP_WORDS+=("") ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _portolan
    [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}

complete_fish() { # words
  fish --no-config -c 'portolan help --completions fish | source; complete -C "$argv[1]"' "$1" | cut -f 1 | sed 's/\\ / /g'
}

# What zsh would add is caught where it is added.
complete_zsh() { # words
  zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1= PROMPT= RPROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; stty -echo columns 400"
    zpty -w shell "fpath=($2 \$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w shell "compadd() { local -a hits; builtin compadd -O hits \"\$@\"; print -rl -- \$hits >>$2/hits; builtin compadd \"\$@\" }"
    zpty -w shell "print -r ready >$2/ready"
    for try in {1..100}; do [[ -e $2/ready ]] && break; sleep 0.1; done
    zpty -w -n shell "$1"$'"'\\t'"'
    for try in {1..50}; do [[ -s $2/hits ]] && break; sleep 0.1; done
    sleep 0.3
    zpty -d shell' zsh "$1" "$scratch/zsh"
  cat "$scratch/zsh/hits"
  rm -f "$scratch/zsh/hits" "$scratch/zsh/ready"
}
mkdir "$scratch/zsh"
portolan help --completions zsh >"$scratch/zsh/_portolan"

for shell in bash zsh fish; do
  if command -v "$shell" >/dev/null; then all "$shell"; echo "$shell: tried"; else echo "$shell is not installed: not tried"; fi
done
exit $failed
