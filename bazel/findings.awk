# Prints each finding of a SARIF log of csieve in one line: PATH:LINE:COLUMN: MESSAGE [RULE, VERDICT].
# It knows the log by its indentation, which is always the same, so that nothing but awk is needed.
function text(line) {
    sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line)
    gsub(/\\"/, "\"", line); gsub(/\\\\/, "\\", line)
    return line
}
/^        \{/ { uri = row = column = message = rule = verdict = part = ""; suppressed = 0 }
/^          "[a-zA-Z]+":/ { part = $1 }
part == "\"locations\":" && /"uri":/ { uri = text($0) }
part == "\"locations\":" && /"startLine":/ { row = $2; sub(/,/, "", row) }
part == "\"locations\":" && /"startColumn":/ { column = $2; sub(/,/, "", column) }
part == "\"message\":" && /"text":/ { message = text($0) }
part == "\"properties\":" && /^            "verdict":/ { verdict = text($0) }
part == "\"suppressions\":" { suppressed = 1 }
part == "\"ruleId\":" { rule = text($0); part = "" }
/^        \}/ && rule && uri && !suppressed { print uri ":" row ":" column ": " message " [" rule ", " verdict "]"; rule = "" }
