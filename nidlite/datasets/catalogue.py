"""The four real data sets of the paper (Sec. 5.1), and whose they are.

`data/README.md` has their columns and sources. Three travel with nidlite. Higgs, with
66 MB, is a file that the user brings or `nidlite fetch higgs` downloads.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class DataSet:
    """A data set's files, and which of their columns are features and target."""

    title: str
    files: tuple[str, ...]  # the complete one first, then one with the first rows
    sha256: tuple[str, ...]  # of the text of each, as CSV
    target: str
    licence: str
    citation: str
    drop: tuple[str, ...] = ()  # columns that are no features
    positive: tuple[str, ...] = ()  # labels that count as 1
    classes: tuple[str, str] | None = None  # how y = 0 and y = 1 read, else the labels
    undefined: float | None = None  # what the file writes for "no value"
    url: str = ""  # of a file that does not travel with nidlite


DATASETS = {
    "cal_housing": DataSet(
        "California housing, block groups of the 1990 census",
        ("cal_housing.csv.gz",),
        ("534365b6c3c9b07c2b7d88e0ff9f1b41725d8b799748f5c0b80e1067f51c8ab3",),
        target="median_house_value",
        licence="none stated; public census aggregates",
        citation="R. K. Pace, R. Barry, 1997. doi:10.1016/S0167-7152(96)00140-X",
    ),
    "bike_sharing": DataSet(
        "Bike sharing in Washington, D.C., hourly, 2011 and 2012",
        ("bike_sharing_hour.csv.gz",),
        ("e03de4ee4ef4dc376ac6e04bf829673c6269e8eba5c60fa121640fa2f829504f",),
        target="cnt",
        # casual + registered = cnt: with them the target would be a feature.
        drop=("instant", "dteday", "casual", "registered"),
        licence="CC BY 4.0",
        citation="H. Fanaee-T, J. Gama, 2013. doi:10.1007/s13748-013-0040-3; "
        "data: doi:10.24432/C5W894",
    ),
    "higgs": DataSet(
        "ATLAS Higgs boson challenge of 2014, simulated events",
        ("atlas-higgs-challenge-2014-v2.csv.gz", "higgs_subset.csv.gz"),
        (
            "948bc6a393495d7f807627e6f2ddc358e325d2db8e03644d98011c7dc640d135",
            "6edf45af9d44dd549ae0fb98ae15822590a031a78d2f1fb96b547c0f17c25ca4",
        ),
        target="Label",
        # The weight differs between signal and background: it gives the label away.
        drop=("EventId", "Weight", "KaggleSet", "KaggleWeight"),
        positive=("s",),
        undefined=-999.0,
        licence="CC0",
        citation="ATLAS collaboration, 2014. doi:10.7483/OPENDATA.ATLAS.ZBP2.M5T8",
        url="https://opendata.cern.ch/record/328/files/"
        "atlas-higgs-challenge-2014-v2.csv.gz",
    ),
    "letter": DataSet(
        "Letter recognition, A to M against N to Z",
        ("letter_recognition.csv.gz",),
        ("9ec44e47110540d997fc2e247464a75ed3da0ad9dfcd49ded7e68fcaab04a9f7",),
        target="lettr",
        positive=tuple("ABCDEFGHIJKLM"),
        classes=("N to Z", "A to M"),
        licence="CC BY 4.0",
        citation="P. W. Frey, D. J. Slate, 1991; data: doi:10.24432/C5ZP40",
    ),
}
