#!/usr/bin/env python3
"""Writes crates/geo/data/coordinate-systems.txt from PROJ's database (Debian: proj-bin and proj-data).

One system per line: code | name | base geographic system | proj string | west,south,east,north
State plane zones in feet on every realization of NAD83, ESRI's codes of the same zones, and UTM zones of NAD83, for
which the proj string is in US survey feet. `crates/geo/tests/coordinate_systems.rs` compares every line with cs2cs.
"""

import pathlib
import sqlite3
import subprocess

DATABASE = "/usr/share/proj/proj.db"
OUTPUT = pathlib.Path(__file__).parent.parent / "crates/geo/data/coordinate-systems.txt"

QUERY = """
select crs.auth_name || ':' || crs.code, crs.name,
       crs.geodetic_crs_auth_name || ':' || crs.geodetic_crs_code,
       extent.west_lon, extent.south_lat, extent.east_lon, extent.north_lat
from projected_crs crs
join conversion_table conversion
  on conversion.auth_name = crs.conversion_auth_name and conversion.code = crs.conversion_code
join geodetic_crs base
  on base.auth_name = crs.geodetic_crs_auth_name and base.code = crs.geodetic_crs_code
join usage
  on usage.object_table_name = 'projected_crs'
  and usage.object_auth_name = crs.auth_name and usage.object_code = crs.code
join extent on extent.auth_name = usage.extent_auth_name and extent.code = usage.extent_code
where (crs.auth_name = 'EPSG' and not crs.deprecated and conversion.name like 'SPCS83%'
       and (crs.name like '%(ft)%' or crs.name like '%(ftUS)%'))
   or (crs.auth_name = 'ESRI' and crs.name glob 'NAD_1983_StatePlane_*_Feet*')
   or (crs.auth_name = 'EPSG' and not crs.deprecated and base.name in ('NAD83', 'NAD83(2011)')
       and crs.name like '%/ UTM zone %N' and extent.name not like 'Canada%')
group by crs.auth_name, crs.code
order by crs.auth_name, crs.code + 0
"""


def american_latitudes(name):
    """UTM zones reach from the equator to the pole; only the part with land of the United States is needed."""
    zone = int(name.split()[-1].rstrip("N"))
    return (17.5, 49.5) if 10 <= zone <= 20 else (18.5, 71.5)


def proj_string(code):
    command = ["projinfo", "--single-line", "-q", "-o", "PROJ", code]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    # Every realization of NAD83 is treated as WGS84: the shift is about a meter, and differs by the grids installed.
    left_out = ("+datum=", "+ellps=", "+towgs84=", "+no_defs", "+type=", "+units=m")
    words = [word for word in text.split() if not word.startswith(left_out)]
    if "+proj=utm" in words:
        words.append("+units=us-ft")
    return " ".join(words)


def main():
    rows = sqlite3.connect(DATABASE).execute(QUERY).fetchall()
    lines = []
    for code, name, base, west, south, east, north in rows:
        # A box never crosses the antimeridian; the American side is kept.
        if west > east:
            west = -180.0
        if "UTM" in name:
            lowest, highest = american_latitudes(name)
            south, north = max(south, lowest), min(north, highest)
            name += ", in US survey feet"
        if code.startswith("ESRI"):
            name = name.replace("_", " ")
        lines.append(f"{code}|{name}|{base}|{proj_string(code)}|{west:g},{south:g},{east:g},{north:g}\n")
    OUTPUT.write_text("".join(lines))
    print(f"{len(lines)} systems")


main()
