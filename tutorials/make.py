"""The tutorials' notebooks and pictures, made anew from the scripts.

    pip install ".[notebooks,experiments]"
    python tutorials/make.py               # all; some three minutes
    python tutorials/make.py 02 06         # only these
    python tutorials/make.py --into DIR    # elsewhere; nothing tracked is touched

The scripts are the originals. A notebook holds a script's cells and what they print and
draw. Its pictures are small, and nothing in it says where or when it was made. The
first script also becomes a page with its text beside its code, by pycco.
"""

import argparse
import base64
import io
import os
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = sorted(HERE.glob("[0-9][0-9]_*.py"))
WIDEST = 760  # pixels of a picture in a notebook
# Page zero: darker comments, strings and `in`; on a phone, code stands below its text.
STYLE = """<meta name="viewport" content="width=device-width,initial-scale=1">
<!-- The styles above are Pycco's, (c) 2010 Nick Fitzgerald, 2016 Zachary Smith: MIT -->
<style>h1 { line-height: 1.2; overflow-wrap: anywhere; } .code .c1 { color: #2f6464; }
.code [class^=s] { color: #176c44; } .code .ow { color: #7a00c8; }
@media (max-width: 1100px) { #background { display: none; } div.code { margin: 0;
padding: 10px 20px; overflow-x: auto; background: #f5f5ff; } div.docs { float: none;
min-width: 0; max-width: none; padding: 10px 20px 1px; } }</style>"""
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "nbconvert_exporter": "python"},
}


def small_png(data):
    """A base64 PNG as one of at most WIDEST pixels and 128 colours."""
    from PIL import Image

    image = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    if image.width > WIDEST:
        image = image.resize((WIDEST, round(image.height * WIDEST / image.width)))
    out = io.BytesIO()
    image.quantize(128, Image.Quantize.MAXCOVERAGE).save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


def tidied(notebook):
    """The executed notebook with one text block, small pictures and plain metadata."""
    notebook.metadata = METADATA
    for k, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{k}", {}
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/png" in data:
                output["data"] = {"image/png": small_png(data["image/png"])}
                output["metadata"] = {}
    return notebook


def executed(script, figures):
    """The script as a notebook with its outputs; its pictures go to figures."""
    import jupytext
    from nbclient import NotebookClient

    notebook = jupytext.read(script)
    # The kernel inherits these: where pictures go, one thread, no user's settings.
    os.environ["NIDLITE_FIGURES"] = str(figures)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = folder
        resources = {"metadata": {"path": HERE / "notebooks"}}  # below support.py
        settings = {"timeout": 600, "kernel_name": "python3", "resources": resources}
        NotebookClient(notebook, coalesce_streams=True, **settings).execute()
    return tidied(notebook)


def side_by_side(script) -> str:
    """One HTML page: the script's text on the left, its code on the right."""
    from pycco.main import generate_documentation
    from pycco_resources import css

    lines = script.read_text(encoding="utf-8").splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, script.name)  # without the marks of cells
        plain.write_text("".join(k for k in lines if not k.startswith("# %%")), "utf-8")
        page = generate_documentation(str(plain), folder, preserve_paths=False).decode()
    link = '<link rel="stylesheet" href="pycco.css">'
    assert link in page, "pycco's template has changed"
    page = page.replace("<html>", '<html lang="en">')
    return page.replace(link, f"<style>{css}</style>{STYLE}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("numbers", nargs="*", help="such as 02; all if none")
    parser.add_argument("--into", type=Path, default=HERE, help="a folder")
    chosen = parser.parse_args()
    import nbformat

    notebooks, figures = chosen.into / "notebooks", chosen.into / "figures"
    for folder in (notebooks, figures):
        folder.mkdir(parents=True, exist_ok=True)
    for script in SCRIPTS:
        if chosen.numbers and script.name[:2] not in chosen.numbers:
            continue
        made = executed(script, figures.resolve())
        path = notebooks / f"{script.stem}.ipynb"
        nbformat.write(made, path)
        print(f"{path} {path.stat().st_size // 1000} kB", flush=True)
        if script is SCRIPTS[0]:
            page = chosen.into / f"{script.stem}.html"
            page.write_text(side_by_side(script), encoding="utf-8")


if __name__ == "__main__":
    main()
