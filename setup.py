"""The package's metadata; tool settings are in pyproject.toml."""

import re
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
# The version stands in the package, and nowhere else.
[VERSION] = re.findall(
    r'^__version__ = "(.+)"$', (HERE / "nidlite/__init__.py").read_text("utf-8"), re.M
)
# The solutions stand beside the exercises, or inside in a copy for students.
INSIDE = (HERE / "nidlite/solutions").is_dir()

setup(
    name="nidlite",
    version=VERSION,
    description="Neural Interaction Detection from NumPy and autograd, to read and use",
    long_description=(HERE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    url="https://arxiv.org/abs/1705.04977",
    project_urls={
        "Paper": "https://arxiv.org/abs/1705.04977",
    },
    keywords="feature interactions, neural networks, interpretability, teaching",
    classifiers=[
        "Development Status :: 4 - Beta",
        "Intended Audience :: Education",
        "Intended Audience :: Science/Research",
        "Operating System :: OS Independent",
        "Programming Language :: Python :: 3",
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Typing :: Typed",
    ],
    license="MIT",
    license_files=["LICENSE", "data/README.md"],  # the latter: those of the data
    python_requires=">=3.10",
    packages=[
        *find_packages(include=["nidlite", "nidlite.*"]),
        "nidlite.data",
        "nidlite.solutions",
    ],
    package_dir={
        "nidlite.data": "data",
        "nidlite.solutions": "nidlite/solutions" if INSIDE else "tutorials/solutions",
    },
    package_data={
        "nidlite": ["py.typed", "*.pyi", "README.md"],
        "nidlite.course": ["*.csv", "*.html"],
        "nidlite.report": ["*.html"],
        "nidlite.data": ["README.md", "paper/*.csv", "real/*.csv.gz"],
    },
    install_requires=["numpy>=1.25", "autograd>=1.9.1", "matplotlib>=3.8"],
    extras_require={
        "test": [
            "pytest>=7",
            "pytest-xdist>=3.2",
            # Before 1.9, which needs Python 3.11, it reads no names of polars 1.40.
            "scikit-learn>=1.9; python_version >= '3.11'",
            "scikit-learn>=1.7; python_version < '3.11'",
            "joblib>=1.4",
            "pandas>=2.2.2",
            "polars; python_version >= '3.11'",
            "polars<1.40; python_version < '3.11'",
            "pyarrow>=16",
            "openpyxl>=3.1.5",
        ],
        # The first pandas and pyarrow that NumPy 2 can load; pandas 3 wants the others.
        "tables": ["pandas>=2.2.2", "pyarrow>=16", "openpyxl>=3.1.5", "xlrd>=2.0.2"],
        "experiments": [
            "scikit-learn>=1.6",
            "joblib>=1.4",
            "pandas>=2.2.2",
            "dask[distributed]",
        ],
        "bench": [
            "torch>=2",
            "xgboost>=2",
            "interpret-core>=0.7",
            "shapiq>=1.8; python_version >= '3.12'",
            "treefi>=0.1.2; python_version >= '3.11'",
            "treemind>=0.2; python_version < '3.13'",
            "lightgbm>=4",
        ],
        "notebooks": ["jupytext", "nbclient", "ipykernel", "pillow", "pycco"],
    },
    entry_points={"console_scripts": ["nidlite = nidlite.__main__:main"]},
)
