"""A CSV file's cells go into its columns, block by block.

So the file needs little more memory than its numbers do.
"""

from ..errors import InputError
from .dialect import dialect_of
from .lines import blocks_of

BLOCK = 1000  # rows that are taken apart at a time
ROWS_PER_REPORT = 10_000


class CsvFile:
    """A CSV file of which the header is read: names, decimal mark, notes on it."""

    def __init__(self, source, separator):
        dialect, self.notes = dialect_of(source, separator)
        self.path, self.decimal, self.columns = source.path, dialect.decimal, {}
        self.blocks = blocks_of(source, dialect, BLOCK, self._plain)
        self.names = [name.strip() for _, row in next(self.blocks) for name in row]
        if not self.names:
            expected = "expected a header line and rows of numbers"
            raise InputError(f"{self.path} is empty; {expected}")
        if any("\0" in name for name in self.names):
            raise InputError(f"{self.path} is not UTF-8 text; save it as CSV in UTF-8")

    def fill(self, columns, progress=None) -> dict:
        """{place in the file: its values}, of {place: what takes its cells}.

        progress(rows) is called every 10,000 rows. Raises InputError.
        """
        self.columns, rows, told = columns, 0, 0
        for block in self.blocks:
            if isinstance(block, list):
                lines, cells = self._apart(block)
                for i, column in columns.items():
                    columns[i] = column.add(cells[i], lines) or column
            else:
                for i, column in columns.items():
                    columns[i] = column.extend(block[:, i]) or column
            rows += len(block)
            if progress and rows - told >= ROWS_PER_REPORT:
                progress(told := rows)
        return {i: column.values() for i, column in columns.items()}

    def _plain(self):
        """Whether all columns take numbers."""
        return all(column.takes_numbers for column in self.columns.values())

    def _apart(self, rows):
        """Line numbers, and a tuple of cells for each column, of some rows."""
        width = len(self.names)
        for line, row in rows:
            if len(row) != width:
                raise InputError(
                    f"{self.path}, line {line}: expected {width} fields as in the "
                    f"header, got {len(row)}; correct or remove this line, or say what "
                    f"separates fields (--sep)"
                )
        cells = list(zip(*(row for _, row in rows))) or [()] * width
        return [line for line, _ in rows], cells
