# A page for people: examples, groups with titles, nothing of single formats, no line wider than the terminal.
COLUMNS=70 portolan help render
for width in 40 60 80 100; do
  for topic in '' info check convert render view new diff apply merge git formats help grmm 'render xmf'; do
    # shellcheck disable=SC2086
    COLUMNS=$width portolan help $topic | awk -v most="$width" 'length > most && !/^  portolan/ { print most ": " $0 }'
  done
done
