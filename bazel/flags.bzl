"""Flags of compilers as words."""

def words(text):
    """Splits a text as a shell does: blanks separate, quotes and backslashes protect.

    Args:
      text: one entry of `copts` or of a similar attribute.
    Returns:
      The words.
    """
    found = []
    word = ""
    is_word = False
    quote = ""
    escaped = False
    for c in text.elems():
        if escaped:
            word += c if quote != "\"" or c in "\"\\$`" else "\\" + c
            escaped = False
        elif c == "\\" and quote != "'":
            escaped = True
            is_word = True
        elif quote:
            if c == quote:
                quote = ""
            else:
                word += c
        elif c in "'\"":
            quote = c
            is_word = True
        elif c in " \t\n":
            if is_word:
                found.append(word)
            word = ""
            is_word = False
        else:
            word += c
            is_word = True
    if is_word:
        found.append(word)
    return found
