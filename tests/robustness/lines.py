"""What an error of the user's must look like, and draws that all kinds make."""

from hypothesis import strategies as st

RARE = st.integers(0, 4).map(lambda k: k == 0)


def is_one_line(error, name="") -> bool:
    """Whether the message prints as one line, says enough, and has the name in it."""
    line = str(error)
    return line.isprintable() and len(line) >= 20 and name in line


def mostly(good, others, share=0.1):
    """One of the good ones, and with this share of all draws one of the others."""
    often = max(1, round(len(others) * (1 / share - 1) / len(good)))
    return st.sampled_from([*good] * often + [*others])
