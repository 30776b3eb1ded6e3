"""What the four real data sets of the paper are (Sec. 5.1), and where they come from.

With this module one can look up the columns, the licence, the citation and the
publisher's address of each: DATASETS["higgs"].page. data/README.md says more.
"""

from dataclasses import dataclass

from .archives import Wanted

UCI = "https://archive.ics.uci.edu"
CALIFORNIA = (
    b"longitude,latitude,housing_median_age,total_rooms,total_bedrooms,population,"
    b"households,median_income,median_house_value\n"
)
LETTER = (
    b"lettr,x-box,y-box,width,high,onpix,x-bar,y-bar,x2bar,y2bar,xybar,x2ybr,xy2br,"
    b"x-ege,xegvy,y-ege,yegvx\n"
)


@dataclass(frozen=True)
class DataSet:
    """Where a data set comes from, and what of it is feature and target."""

    title: str
    file: str  # as we keep it: gzip around a CSV file with a header line
    wanted: Wanted  # what the publisher's archive must hold
    urls: tuple[str, ...]  # the publisher's archive, tried in turn
    archives: tuple[str, ...]  # its names when it was downloaded by hand
    target: str
    licence: str
    citation: str
    page: str
    drop: tuple[str, ...] = ()  # columns that are no features
    positive: tuple[str, ...] = ()  # labels that count as 1
    classes: tuple[str, str] | None = None  # how y = 0 and y = 1 read, else the labels
    undefined: float | None = None  # what the file writes for "no value"
    part: tuple[str, str, str] | None = None  # file, SHA-256, note of its first rows


DATASETS = {
    "cal_housing": DataSet(
        "California housing, block groups of the 1990 census",
        "cal_housing.csv.gz",
        Wanted(
            "cal_housing.data",
            "534365b6c3c9b07c2b7d88e0ff9f1b41725d8b799748f5c0b80e1067f51c8ab3",
            4_000_000,
            CALIFORNIA,
        ),
        (
            "https://ndownloader.figshare.com/files/5976036",
            "https://www.dcc.fc.up.pt/~ltorgo/Regression/cal_housing.tgz",
        ),
        ("cal_housing.tgz", "cal_housing.tar", "cal_housing.data"),
        target="median_house_value",
        licence="none stated; public census aggregates",
        citation="R. K. Pace, R. Barry: Sparse Spatial Autoregressions. Statistics and "
        "Probability Letters 33, 1997. doi:10.1016/S0167-7152(96)00140-X",
        page="https://www.dcc.fc.up.pt/~ltorgo/Regression/cal_housing.html",
    ),
    "bike_sharing": DataSet(
        "Bike sharing in Washington, D.C., hourly, 2011 and 2012",
        "bike_sharing_hour.csv.gz",
        Wanted(
            "hour.csv",
            "e03de4ee4ef4dc376ac6e04bf829673c6269e8eba5c60fa121640fa2f829504f",
            4_000_000,
        ),
        (
            f"{UCI}/static/public/275/bike+sharing+dataset.zip",
            f"{UCI}/ml/machine-learning-databases/00275/Bike-Sharing-Dataset.zip",
        ),
        ("bike+sharing+dataset.zip", "Bike-Sharing-Dataset.zip", "hour.csv"),
        target="cnt",
        # casual + registered = cnt: with them the target would be a feature.
        drop=("instant", "dteday", "casual", "registered"),
        licence="CC BY 4.0",
        citation="H. Fanaee-T, J. Gama: Event labeling combining ensemble detectors "
        "and background knowledge. Progress in Artificial Intelligence, 2013. "
        "doi:10.1007/s13748-013-0040-3; data: doi:10.24432/C5W894",
        page=f"{UCI}/dataset/275/bike+sharing+dataset",
    ),
    "higgs": DataSet(
        "ATLAS Higgs boson challenge of 2014, simulated events",
        "higgs.csv.gz",
        Wanted(
            "atlas-higgs-challenge-2014-v2.csv",
            "948bc6a393495d7f807627e6f2ddc358e325d2db8e03644d98011c7dc640d135",
            200_000_000,
        ),
        (
            "https://opendata.cern.ch/record/328/files/"
            "atlas-higgs-challenge-2014-v2.csv.gz",
        ),
        (
            "atlas-higgs-challenge-2014-v2.csv.gz",
            "atlas-higgs-challenge-2014-v2.csv",
        ),
        target="Label",
        # The weight differs between signal and background: it gives the label away.
        drop=("EventId", "Weight", "KaggleSet", "KaggleWeight"),
        positive=("s",),
        undefined=-999.0,
        part=(
            "higgs_subset.csv.gz",
            "6edf45af9d44dd549ae0fb98ae15822590a031a78d2f1fb96b547c0f17c25ca4",
            "only the first 22,889 of the 818,238 events; `nidlite fetch higgs` gets "
            "all (66 MB)",
        ),
        licence="CC0",
        citation="ATLAS collaboration: Dataset from the ATLAS Higgs Boson Machine "
        "Learning Challenge 2014. CERN Open Data Portal. "
        "doi:10.7483/OPENDATA.ATLAS.ZBP2.M5T8",
        page="https://opendata.cern.ch/record/328",
    ),
    "letter": DataSet(
        "Letter recognition, A to M against N to Z",
        "letter_recognition.csv.gz",
        Wanted(
            "letter-recognition.data",
            "9ec44e47110540d997fc2e247464a75ed3da0ad9dfcd49ded7e68fcaab04a9f7",
            4_000_000,
            LETTER,
        ),
        (
            f"{UCI}/static/public/59/letter+recognition.zip",
            f"{UCI}/ml/machine-learning-databases/letter-recognition/"
            "letter-recognition.data",
        ),
        ("letter+recognition.zip", "letter-recognition.data"),
        target="lettr",
        positive=tuple("ABCDEFGHIJKLM"),
        classes=("N to Z", "A to M"),
        licence="CC BY 4.0",
        citation="P. W. Frey, D. J. Slate: Letter Recognition Using Holland-style "
        "Adaptive Classifiers. Machine Learning 6(2), 1991; data: doi:10.24432/C5ZP40",
        page=f"{UCI}/dataset/59/letter+recognition",
    ),
}
