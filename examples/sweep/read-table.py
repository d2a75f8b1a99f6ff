"""Reads the table of a sweep with pandas and DuckDB and prints the same medians twice.

    wend sweep door.json --vary groups[0].count=10,20 --seeds 5 --out doors
    python examples/sweep/read-table.py doors/table.parquet groups[0].count travel.mean
"""

import sys

import duckdb
import pandas

path, factor, figure = sys.argv[1:4]
runs = pandas.read_parquet(path)
done = runs[runs["status"] == "done"]
print(done.groupby(factor)[figure].median().to_json())
query = f'SELECT "{factor}", median("{figure}") FROM \'{path}\' WHERE status = \'done\' GROUP BY 1 ORDER BY 1'
for level, median in duckdb.sql(query).fetchall():
    print(level, median)
