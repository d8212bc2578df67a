"""Publishes the runs of many projects as a Spark job: spark-submit spark.py [nights.json] [--parts N] [--site DIR]

The list, the reports and the site are on a file system that all executors share, at the same paths, with file locks;
tidemark is on their PATH. Each part is a task. A part whose executor is lost, which is killed or which can't write is tried
again by Spark, up to spark.task.maxFailures; so can a part run twice at once (spark.speculation), since publishing the same
run again changes nothing and writers wait for each other. Errors of a report (1, 2, 3) would recur and are not tried again.

The status is the worst of all parts, and 4 when Spark gave up. The first page is updated in any case.
"""
import argparse
import os
import subprocess
import sys

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from py4j.protocol import Py4JError


def tidemark(*words):
    return subprocess.run(["tidemark", "publish", *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)


def publish(part, parts, batch, site):
    """Runs on an executor; returns the status and what the program said."""
    done = tidemark("--batch", batch, "--shard", f"{part}/{parts}", "--site", site)
    if done.returncode not in (0, 1, 2, 3):
        raise RuntimeError(f"part {part} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.returncode, done.stderr.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batch", nargs="?", default="nights.json")
    parser.add_argument("--parts", type=int, default=8, help="a few for each executor, so that none waits for long")
    parser.add_argument("--site", default="public")
    options = parser.parse_args()
    batch, site, parts = os.path.abspath(options.batch), os.path.abspath(options.site), options.parts

    context = SparkSession.builder.appName("nights").getOrCreate().sparkContext
    status = 0
    try:
        numbers = context.parallelize(range(1, parts + 1), parts)
        for number, said in numbers.map(lambda part: publish(part, parts, batch, site)).collect():
            sys.stderr.write(said)
            status = max(status, number)
    except (PySparkException, Py4JError) as error:
        print(f"spark.py: {error}", file=sys.stderr)
        status = 4
    finally:
        context.stop()

    index = tidemark("--index", "--site", site)
    sys.stderr.write(index.stderr.decode(errors="replace"))
    sys.exit(index.returncode or status)


if __name__ == "__main__":
    main()
