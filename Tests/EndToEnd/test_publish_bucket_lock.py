"""The lock of a bucket, of Examples/publish: writers on several machines, against a server of S3 that has conditional writes."""
import contextlib
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import unittest
import urllib.request

import support
from support import DONE, OUTPUT, USAGE, plain_environment
from test_publish_bucket import Bucket
from recipes import RecipeTest, folder

with contextlib.suppress(ImportError):
    import boto3
    import moto.server
    import moto.settings
    import werkzeug.serving

LEASE = 10          # the shortest
MISSING = [name for name in ("rclone", "curl", "setsid") if not shutil.which(name)]


class Store:
    """A server of S3 that checks signatures. It answers one request at a time, so that a condition and its write are one."""

    def __init__(self):
        application = moto.server.DomainDispatcherApplication(moto.server.create_backend_app)
        self.asked = []             # each method on the lock
        self.answers_lost = 0       # how many writes of the lock are carried out and not answered

        def watched(environment, start):
            if not environment["PATH_INFO"].endswith(".tidemark-lock"):
                return application(environment, start)
            self.asked.append(environment["REQUEST_METHOD"])
            if environment["REQUEST_METHOD"] == "PUT" and self.answers_lost:
                self.answers_lost -= 1
                list(application(environment, lambda *_: None))
                start("500 Internal Server Error", [("Content-Length", "0")])
                return []
            return application(environment, start)

        class Handler(moto.server.MotoRequestHandler):
            def log_request(self, *_):
                pass

        self.server = werkzeug.serving.make_server("127.0.0.1", 0, watched, request_handler=Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = math.inf
        urllib.request.urlopen(f"{self.address}/moto-api/reset", b"").close()
        self.server.shutdown()
        self.server.server_close()

    def client(self, service, **keys):
        return boto3.client(service, region_name="eu-central-1", endpoint_url=self.address,
                            **keys or {"aws_access_key_id": "a", "aws_secret_access_key": "b"})

    def user(self):
        """A user's keys, without which nothing is done from now on."""
        users = self.client("iam")
        users.create_user(UserName="nightly")
        policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
        users.put_user_policy(UserName="nightly", PolicyName="all", PolicyDocument=json.dumps(policy))
        made = users.create_access_key(UserName="nightly")["AccessKey"]
        moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
        return made["AccessKeyId"], made["SecretAccessKey"]


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)}")
class BucketLock(RecipeTest):
    def setUp(self):
        super().setUp()
        # Here time matters.
        (self.tools / "sleep").unlink()
        self.store = Store()
        self.addCleanup(self.store.stop)
        self.lock = f"{self.store.address}/bucket/reports/.tidemark-lock"
        self.store.client("s3").create_bucket(
            Bucket="bucket", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        self.key, self.secret = self.store.user()

    def environment(self, machine, **variables):
        return plain_environment(**{
            "PATH": f"{self.tools}:{os.environ['PATH']}", "HOME": str(self.folder), "MACHINE": machine,
            "REMOTE": ":s3:bucket/reports", "LOCK": self.lock, "LOCK_LEASE": str(LEASE), "AWS_REGION": "eu-central-1",
            "AWS_ACCESS_KEY_ID": self.key, "AWS_SECRET_ACCESS_KEY": self.secret,
            "RCLONE_S3_PROVIDER": "Other", "RCLONE_S3_ENV_AUTH": "true", "RCLONE_S3_REGION": "eu-central-1",
            "RCLONE_S3_ENDPOINT": self.store.address, "RCLONE_RETRIES": "1", **variables})

    def start(self, *words, machine="machine", **variables):
        place = self.folder / machine
        place.mkdir(exist_ok=True)
        process = subprocess.Popen(["sh", *map(str, words)], cwd=place, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=self.environment(machine, **variables), start_new_session=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(self.send, signal.SIGKILL, machine)
        return process

    def publish_to_bucket(self, night, **named):
        return self.start(folder / "object-store.sh", night, **named)

    def processes(self, machine):
        """Everything that runs on a machine, whatever started it."""
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"MACHINE={machine}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    yield int(place.name)

    def send(self, signal, machine):
        for process in self.processes(machine):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal)

    def assertEnds(self, status, process, *said):
        words = process.communicate(timeout=120)[1].decode()
        self.assertEqual(status, process.returncode, words)
        self.assertEqual([], [word for word in said if word not in words], words)
        return words

    def fetch(self):
        """The site as the bucket holds it, in `site`; and its runs."""
        shutil.rmtree(self.folder / "site", ignore_errors=True)
        store = self.store.client("s3", aws_access_key_id=self.key, aws_secret_access_key=self.secret)
        for page in store.get_paginator("list_objects_v2").paginate(Bucket="bucket"):
            for found in page["Contents"]:
                path = self.folder / "site" / found["Key"].removeprefix("reports/")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(store.get_object(Bucket="bucket", Key=found["Key"])["Body"].read())
        self.assertWhole()
        return self.nights()

    def waits(self, machine):
        """Has the machine's program wait in the middle of its work, until the file `go` is there."""
        self.tool("tidemark", f"""#!/bin/sh
            if [ "$MACHINE" = {machine} ]; then
              touch {self.folder}/begun
              until [ -e {self.folder}/go ]; do sleep 0.1; done
            fi
            exec {support.program} "$@"\n""")

    def begun(self):
        self.eventually(self.assertTrue, (self.folder / "begun").exists)

    def asked(self, more):
        """Waits until the lock was asked for so many times more."""
        enough = len(self.store.asked) + more
        self.eventually(self.assertGreaterEqual, lambda: len(self.store.asked), enough)

    def test_racing_writers_lose_no_run(self):
        expected = []
        for round in range(3):
            writers = [self.publish_to_bucket(self.night(round * 2 + one), machine=f"machine-{one}") for one in range(2)]
            for writer in writers:
                self.assertEnds(DONE, writer)
            expected += [f"2026-09-0{round * 2 + one + 1}-0312" for one in range(2)]
            self.assertEqual(expected, self.fetch())

    def test_writer_waits_until_the_other_has_ended(self):
        self.waits("first")
        first = self.publish_to_bucket(self.night(0), machine="first")
        self.begun()
        second = self.publish_to_bucket(self.night(1), machine="second")
        # Longer than the lease, in which the first says that it lives.
        end = time.monotonic() + LEASE * 1.6
        while time.monotonic() < end:
            self.asked(1)
        self.assertIsNone(second.poll())
        self.assertFalse((self.folder / "second/site").exists(), "the second has begun")
        (self.folder / "go").touch()
        self.assertEqual("", self.assertEnds(DONE, first, "nights yet").partition("\n")[2])
        self.assertEqual("", self.assertEnds(DONE, second))
        self.assertEqual(2, len(self.fetch()))

    def test_lock_of_a_dead_writer_is_taken_over(self):
        self.waits("first")
        self.publish_to_bucket(self.night(0), machine="first")
        self.begun()
        self.send(signal.SIGKILL, "first")
        begun = time.monotonic()
        self.assertEnds(DONE, self.publish_to_bucket(self.night(1), machine="second"), "it is taken over")
        self.assertGreaterEqual(time.monotonic() - begun, LEASE)
        self.assertEqual(1, len(self.fetch()))

    def test_writer_that_was_suspended_changes_nothing_afterwards(self):
        self.waits("first")
        first = self.publish_to_bucket(self.night(0), machine="first")
        self.begun()
        self.send(signal.SIGSTOP, "first")
        self.assertEnds(DONE, self.publish_to_bucket(self.night(1), machine="second"), "it is taken over")
        self.send(signal.SIGCONT, "first")
        self.assertEnds(OUTPUT, first, f"{self.lock} was lost, so 'sh' was stopped: try again")
        self.assertEqual([], list(self.processes("first")))
        self.assertEqual(["2026-09-02-0312"], self.fetch())
        (self.folder / "go").touch()
        self.assertEnds(DONE, self.publish_to_bucket(self.night(0), machine="first"))
        self.assertEqual(2, len(self.fetch()))

    def test_interrupted_writer_frees_its_lock(self):
        self.waits("first")
        first = self.publish_to_bucket(self.night(0), machine="first")
        self.begun()
        first.terminate()
        self.assertEnds(128 + signal.SIGTERM, first)
        self.assertNotIn("taken over", self.assertEnds(DONE, self.publish_to_bucket(self.night(1), machine="second")))

    def test_lost_answer_of_the_store_is_no_lost_lock(self):
        self.store.answers_lost = 1
        self.assertEnds(DONE, self.publish_to_bucket(self.night(0)))
        self.assertEqual(0, self.store.answers_lost)
        self.assertEqual(1, len(self.fetch()))

    def test_status_is_that_of_the_command(self):
        lock = folder / "bucket-lock.sh"
        self.assertEqual("said\n", self.assertEnds(7, self.start(lock, "sh", "-c", "echo said >&2; exit 7")))
        self.assertEnds(USAGE, self.start(lock), "name a command")
        self.assertEnds(USAGE, self.start(lock, "true", LOCK=""), "set LOCK")
        for wrong in ("soon", "-1", "08", "1" * 20):
            self.assertEnds(USAGE, self.start(lock, "true", LOCK_LEASE=wrong), "whole seconds")
        self.assertEnds(USAGE, self.start(lock, "true", LOCK_LEASE="9"), "10 seconds or more")
        self.assertEnds(USAGE, self.start(lock, "true", AWS_SECRET_ACCESS_KEY=""), "set AWS_ACCESS_KEY_ID")

    def test_command_is_not_run_without_a_lock(self):
        def fails(said, **variables):
            self.assertEnds(OUTPUT, self.start(folder / "bucket-lock.sh", "touch", self.folder / "run", **variables), said)
            self.assertFalse((self.folder / "run").exists())

        fails("can't be read: status 403", AWS_SECRET_ACCESS_KEY="wrong")
        fails("is not free after 2 seconds (status 000)", LOCK="http://127.0.0.1:9/lock", LOCK_WAIT="1")
        store = self.store.client("s3", aws_access_key_id=self.key, aws_secret_access_key=self.secret)
        for content in (b"", b"\0<html>", b"held by none", b"held me 1 99999999999999999999999", b"held me 1 -1"):
            store.put_object(Bucket="bucket", Key="reports/.tidemark-lock", Body=content)
            fails("holds something else")
        bucket = Bucket()
        self.addCleanup(bucket.server.server_close)
        self.addCleanup(bucket.server.shutdown)
        fails("ignores 'If-None-Match'", LOCK=f"http://127.0.0.1:{bucket.server.server_port}/bucket/lock")


del RecipeTest      # its own tests are elsewhere
