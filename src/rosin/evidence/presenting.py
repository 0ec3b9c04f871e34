"""An exhibit for whoever runs its script by itself: the claims in words, the picture in a file."""

from pathlib import Path

from rosin.evidence.exhibit import Exhibit
from rosin.model.files import check_writable, fresh_file


def present(exhibit: Exhibit, script: str) -> None:
    """Print the claims and write the picture into the folder one is in, under the name of the script."""
    for claim in exhibit.claims:
        print(f"{claim.what}: {claim.ours:.4g} {claim.unit} ({claim.paper or 'no number printed'}), {claim.verdict}")
        if claim.erratum:
            print(f"    {claim.erratum}")
    if exhibit.table is not None:
        for row in ([*map(str, exhibit.table.header)], *exhibit.table.words()):
            print("  ".join(row))
    if exhibit.figure is not None:
        path = Path(script).with_suffix(".png").name
        check_writable(Path(path), overwrite=False)
        with fresh_file(Path(path)) as file:
            exhibit.figure.savefig(file, format="png")
        print(path)
