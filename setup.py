"""The package's metadata; tool settings are in pyproject.toml."""

from pathlib import Path

from setuptools import find_packages, setup

setup(
    name="nidlite",
    version="0.1.0",
    description="Neural Interaction Detection from NumPy and autograd, to read and use",
    long_description=Path(__file__).with_name("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="MIT",
    license_files=["LICENSE", "data/README.md"],  # the latter: those of the data
    python_requires=">=3.10",
    packages=[
        *find_packages(include=["nidlite", "nidlite.*"]),
        "nidlite.paper_numbers",
        "nidlite.real_data",
    ],
    package_dir={
        "nidlite.paper_numbers": "data/paper",
        "nidlite.real_data": "data/real",
    },
    package_data={
        "nidlite": ["py.typed", "*.pyi"],
        "nidlite.course": ["exercises.txt"],
        "nidlite.report": ["style.css", "sort.js"],
        "nidlite.paper_numbers": ["*.csv"],
        "nidlite.real_data": ["*.csv.gz"],
    },
    install_requires=["numpy>=1.25", "autograd>=1.9.1", "matplotlib>=3.6"],
    extras_require={
        "test": [
            "pytest>=7",
            "pytest-xdist>=3.2",
            "hypothesis",
            "scikit-learn>=1.6",
            "joblib>=1.4",
            "pandas",
            "polars",
            "pyarrow",
            "openpyxl",
        ],
        "fetch": ["pooch"],
        "tables": ["pandas", "pyarrow", "openpyxl"],
        "experiments": [
            "scikit-learn>=1.6",
            "joblib>=1.4",
            "pandas",
            "dask[distributed]",
        ],
        "bench": [
            "torch>=2",
            "xgboost>=2",
            "interpret-core>=0.7",
            "shapiq>=1.8; python_version >= '3.12'",
        ],
        "notebooks": ["jupytext", "nbclient", "ipykernel"],
    },
    entry_points={"console_scripts": ["nidlite = nidlite.__main__:main"]},
)
