"""The six methods that the paper compares with (Sec. 5.1, App. H), a file each."""
