# A map of more than four million cells is no bomb where the file has as many; a few that are far from one another are.
LC_ALL=C awk 'BEGIN { n = 2100; for (i = 0; i < n; i++) row = row "1,"
  printf "<map version=\"1.8\" orientation=\"orthogonal\" width=\"%d\" height=\"%d\" tilewidth=\"8\" tileheight=\"8\">\n", n, n
  print "<tileset firstgid=\"1\" name=\"s\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"1\"><image source=\"a.png\" width=\"8\" height=\"8\"/></tileset>"
  printf "<layer id=\"1\" name=\"tiles\" width=\"%d\" height=\"%d\"><data encoding=\"csv\">\n", n, n
  for (i = 1; i < n; i++) print row
  print substr(row, 1, length(row) - 1) "</data></layer>\n</map>" }' >large.tmx
portolan convert large.tmx large.map; echo "exit $?"
portolan info large.map | grep -i size
LC_ALL=C awk 'BEGIN { print "<map version=\"1.8\" orientation=\"orthogonal\" infinite=\"1\" width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">"
  print "<tileset firstgid=\"1\" name=\"s\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"1\"><image source=\"a.png\" width=\"8\" height=\"8\"/></tileset>"
  printf "<layer id=\"1\" name=\"tiles\" width=\"1\" height=\"1\"><data encoding=\"csv\">"
  for (i = 0; i < 2; i++) printf "<chunk x=\"%d\" y=\"%d\" width=\"1\" height=\"1\">1</chunk>", i * 4000, i * 4000
  print "</data></layer>\n</map>" }' >far.tmx
portolan convert far.tmx far.map; echo "exit $?"
portolan render far.tmx far.png; echo "exit $?"
ls
