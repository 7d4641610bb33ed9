"""House players held against simple opponents and against themselves, over many matches with the same cards."""
