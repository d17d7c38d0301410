# Read by the golden and command runners: findings in what the tool printed keep to the tables of rules.
# shellcheck shell=bash

# Names findings whose rule is in no table, or that are worse than its row; false if there are any.
# Milder ones are fine, and so are those that follow what the engine does. With a first argument of
# --strict, warnings may be errors.
heard() { # [--strict], files...
  local strict=0
  [ "$1" != --strict ] || { strict=1; shift; }
  awk -v strict=$strict '
    BEGIN { split("note loss warning error", names, " "); for (i in names) rank[names[i]] = i + 0 }
    FNR == 1 { file++ }
    file == 1 { # a row: | `rule` | severity | ...
      rule = $2; gsub(/`/, "", rule)
      if (/^\| `/ && rank[$4] > worst[rule]) worst[rule] = rank[$4]
      split($0, column, " *[|] *"); fate = column[5]
      by_engine = fate == "wrong" ? rank["warning"] : fate == "refuses" || fate == "breaks" ? rank["error"] : 0
      if (/^\| `/ && by_engine > worst[rule]) worst[rule] = by_engine
      next
    }
    { severity = rule = "" }
    match($0, /(^|: )(note|loss|warning|error): .* \[[a-z0-9-]+\]$/) {
      severity = substr($0, RSTART); sub(/^: /, "", severity); sub(/:.*/, "", severity)
      rule = $NF; gsub(/[][]/, "", rule)
    }
    match($0, /"severity": "[a-z]+", "rule": "[^"]*"/) {
      split(substr($0, RSTART, RLENGTH), part, "\""); severity = part[4]; rule = part[8]
    }
    rule != "" && !(rule in worst) { print "in no table of rules: " $0; bad = 1 }
    rule in worst && rank[severity] > worst[rule] && !(strict && worst[rule] == rank["warning"]) {
      print "worse than its row: " $0; bad = 1
    }
    END { exit bad }' <("$PORTOLAN" formats --rules all) "$@"
}
