"""A marked place in a text file, between the HTML comments of its name, that a command fills: <!-- bench --> ... <!-- /bench -->."""

from pathlib import Path

from rosin.model.errors import FileError, ParameterError


class MarkedPlace:
    """The place of a name in files."""

    def __init__(self, name: str) -> None:
        self.begin, self.end = f"<!-- {name} -->", f"<!-- /{name} -->"

    def filled(self, page: str, text: str) -> str:
        """A page with what stands between its markers replaced."""
        if page.count(self.begin) != 1 or page.count(self.end) != 1 or page.index(self.begin) > page.index(self.end):
            raise ParameterError(
                f"The file has no place for this: write one line {self.begin} and below it one line {self.end}, each once."
            )
        before, _, rest = page.partition(self.begin)
        return f"{before}{self.begin}\n{text}\n{self.end}{rest.partition(self.end)[2]}"

    def page(self, path: Path) -> str:
        """The text of a file that has the place."""
        try:
            page = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"Cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
        self.filled(page, "")
        return page

    def write(self, path: Path, text: str) -> None:
        """Put a text into the place of a file."""
        page = self.filled(self.page(path), text)
        try:
            path.write_text(page, encoding="utf-8")
        except OSError as error:
            raise FileError(f"Cannot write {path}: {error.strerror}.") from None
