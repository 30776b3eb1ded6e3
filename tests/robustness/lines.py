"""What an error of the user's must look like."""


def is_one_line(error, name="") -> bool:
    """Whether the message prints as one line, says enough, and has the name in it."""
    line = str(error)
    return line.isprintable() and len(line) >= 20 and name in line
