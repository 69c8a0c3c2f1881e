"""A straightforward Python version: the same patterns on the same mail, with `re` and `datetime`.

Usage: extract.py ACTION.json MAIL.txt ROUNDS. Prints the seconds of each round, the first and the last record and the
number of records, so that the benchmark can compare the results.
"""

import json
import re
import sys
import time
from datetime import datetime, timezone

# The strftime form of the one format that the measured action uses.
FORMATS = {"M/d/yyyy h:mm:ss tt zzz": "%m/%d/%Y %I:%M:%S %p %z"}


def parse_number(text):
    text = text.replace(",", "")
    return float(text) if "." in text or "e" in text.lower() else int(text)


def parse_datetime(format):
    format = FORMATS[format]
    return lambda text: datetime.strptime(text, format).astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def field_parser(field):
    if field["Type"] == "number":
        return parse_number
    if field["Type"] == "datetime":
        return parse_datetime(field["Format"])
    return str


def extractor(config):
    start = re.compile(config["Segment"]["StartPattern"])
    keep = re.compile(config["Segment"]["Filter"]).search
    fields = [(name, re.compile(field["Pattern"]).search, field_parser(field)) for name, field in config["Fields"].items()]

    def extract(text):
        starts = [match.start() for match in start.finditer(text)]
        items = []
        for begin, end in zip(starts, starts[1:] + [len(text)]):
            scope = text[begin:end]
            if not keep(scope):
                continue
            item = {}
            for name, search, read in fields:
                match = search(scope)
                if match is None:
                    raise ValueError(f"record {len(items)}: {name} is missing")
                item[name] = read(match.group(1).strip())
            items.append(item)
        return {"Items": items, "Count": len(items)}

    return extract


def main():
    with open(sys.argv[1]) as file:
        extract = extractor(json.load(file))
    with open(sys.argv[2], newline="") as file:
        text = file.read()
    seconds = []
    for _ in range(int(sys.argv[3])):
        found = None  # free the previous result outside the measured time
        started = time.perf_counter()
        found = extract(text)
        seconds.append(time.perf_counter() - started)
    ends = [found["Items"][0], found["Items"][-1]]
    print(json.dumps({"seconds": seconds, "ends": ends, "count": found["Count"]}))


main()
