"""Sending: through programs that work, fail, hang or read nothing, and over SMTP."""
import datetime
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

import support
from mail_support import MailTest, WHO, parsed
from support import DONE, FOUND, OUTPUT, plain_environment, run

try:
    from aiosmtpd.controller import Controller
except ImportError:
    Controller = None


class Sink:
    """Takes every mail of an SMTP session and keeps it."""
    def __init__(self):
        self.taken = []

    async def handle_DATA(self, server, session, envelope):
        self.taken.append((envelope.mail_from, list(envelope.rcpt_tos), bytes(envelope.content)))
        return "250 taken"


class Refusing(Sink):
    async def handle_RCPT(self, server, session, envelope, address, options):
        return "550 nobody of that name"


class Programs(MailTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "taken"
        self.nightly = support.examples()["nightly"]

    def sendmail(self, script):
        """A program that takes a mail the way the script says."""
        path = self.write("sendmail", f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def send(self, script, *arguments, **more):
        return run("mail", self.nightly, *WHO, "--send", "--sendmail", f"'{self.sendmail(script)}' -t", *arguments, **more)

    def test_program_gets_the_whole_message_and_nothing_is_printed(self):
        result = self.send(f'echo "$@" > {self.out}.words; cat > {self.out}')
        self.assertStatus(DONE, result)
        self.assertEqual((b"", b""), (result.stdout, result.stderr))
        self.assertSent(self.mail(self.nightly), self.out.read_bytes())
        self.assertEqual("-t -f nightly@example.org\n", pathlib.Path(f"{self.out}.words").read_text())

    def assertSent(self, made, sent):
        """What was handed over is what is written to a file, with the machine's line ends and the clock's date."""
        self.assertNotIn(b"\r", sent)
        clock = rb"(?m)^(?:Date|Message-ID):.*\n|(?<=\w-)[0-9a-f]{24}\b"
        self.assertEqual(re.sub(clock, b"", made.replace(b"\r\n", b"\n")), re.sub(clock, b"", sent))

    def test_sent_mail_has_the_clocks_date_and_a_file_the_reports(self):
        now = lambda: datetime.datetime.now(datetime.timezone.utc)  # noqa: E731
        begun = now().replace(microsecond=0)
        self.assertStatus(DONE, self.send(f"cat > {self.out}"))
        self.assertTrue(begun <= parsed(self.out.read_bytes())["Date"].datetime <= now())
        made = self.message(self.nightly, environment=plain_environment(SOURCE_DATE_EPOCH="86400"))
        self.assertEqual(parsed(self.mail(self.nightly))["Date"], made["Date"])
        self.assertEqual((2026, 11, 20), made["Date"].datetime.timetuple()[:3])

    def test_program_gets_the_envelope_sender_once(self):
        cases = {"-t": "-t -f nightly@example.org", "-i -t --": "-i -t -f nightly@example.org --",
                 "-t -f a@example.org": "-t -f a@example.org", "-fa@example.org -t": "-fa@example.org -t",
                 "-t --from=a@example.org": "-t --from=a@example.org", "--queue x": "--queue x", "": ""}
        for words, expected in cases.items():
            with self.subTest(words):
                program = self.sendmail(f'echo "$*" > {self.out}; cat > /dev/null')
                self.assertStatus(DONE, run("mail", self.nightly, *WHO, "--send", "--sendmail", f"'{program}' {words}"))
                self.assertEqual(expected, self.out.read_text().strip())

    def test_program_is_read_from_the_environment(self):
        environment = plain_environment(TIDEMARK_MAIL_SEND="true", TIDEMARK_MAIL_SENDMAIL=f"{self.sendmail(f'cat > {self.out}')}")
        self.assertStatus(DONE, run("mail", self.nightly, *WHO, environment=environment))
        self.assertTrue(self.out.exists())

    def test_copy_is_written_where_a_file_is_named(self):
        copy = self.folder / "copy.eml"
        self.assertStatus(DONE, self.send(f"cat > {self.out}", "-o", copy))
        self.assertEqual(copy.read_bytes(), self.out.read_bytes().replace(b"\n", b"\r\n"))

    def test_failing_program_is_status_4_with_its_words(self):
        result = self.send("echo 'no route to host' >&2; exit 75")
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"ended with status 75", result.stderr)
        self.assertIn(b"no route to host", result.stderr)

    def test_program_that_does_not_read_the_whole_mail_is_status_4(self):
        for script in ("exec true", "head -c 4096 > /dev/null", "exec <&-; exit 0"):
            with self.subTest(script):
                result = self.send(script)
                self.assertStatus(OUTPUT, result)
                self.assertRegex(result.stderr, rb"ended with status 0, but read \d+ of \d+ bytes")
        self.assertStatus(OUTPUT, self.send("exec <&-; exit 1"))

    def test_killed_program_is_status_4(self):
        result = self.send("kill -9 $$")
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"signal 9", result.stderr)

    def test_hanging_program_is_ended_with_its_children(self):
        # The program hangs for longer than the test's time limit.
        result = self.send(f"sleep 600 & echo $! > {self.out}; wait", "--send-limit", "3")
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"more than 3 seconds", result.stderr)
        state = pathlib.Path(f"/proc/{self.out.read_text().strip()}/stat")
        self.eventually(self.assertTrue, lambda: not state.exists() or state.read_text().split()[2] == "Z",
                        "what it had started is left behind")

    def test_missing_program_is_named(self):
        result = run("mail", self.nightly, *WHO, "--send", "--sendmail", "/nonexistent/sendmail -t")
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"can't run '/nonexistent/sendmail'", result.stderr)

    def test_program_never_gets_half_a_message(self):
        begun = self.folder / "begun"
        script = f"touch {begun}; sleep 0.5; cat > {self.out}.part; mv {self.out}.part {self.out}"
        process = subprocess.Popen(
            [str(support.program), "mail", str(self.nightly), *WHO, "--send", "--sendmail", str(self.sendmail(script))],
            env=plain_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.eventually(self.assertTrue, begun.exists)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.eventually(self.assertTrue, self.out.exists)
        if self.out.stat().st_size:
            self.assertSent(self.mail(self.nightly), self.out.read_bytes())

    def test_program_is_not_started_when_there_is_no_mail(self):
        wrong = self.write("wrong.json", "{}")
        script = self.sendmail(f"cat > {self.out}")
        self.assertStatus(support.INPUT, run("mail", wrong, *WHO, "--send", "--sendmail", str(script)))
        self.assertStatus(DONE, run("mail", self.nightly, *WHO, "--baseline", self.nightly, "--only-if", "new",
                                    "--send", "--sendmail", str(script)))
        self.assertStatus(OUTPUT, run("mail", self.nightly, *WHO, "--send", "--sendmail", str(script), "-o", "/proc/x/night.eml"))
        self.assertFalse(self.out.exists())

    def test_sending_keeps_the_status_of_the_gate(self):
        self.assertStatus(FOUND, self.send(f"cat > {self.out}", "--fail-on", "error"))
        self.assertTrue(self.out.exists())

    def test_sending_leaves_no_temporary_file(self):
        self.send("cat > /dev/null", environment=plain_environment(TMPDIR=str(self.folder)))
        self.assertEqual(["sendmail"], sorted(path.name for path in self.folder.iterdir()))


@unittest.skipUnless(Controller, "aiosmtpd is not installed")
@unittest.skipUnless(shutil.which("msmtp"), "msmtp is not installed")
class Sessions(MailTest):
    def session(self, sink, *arguments):
        port = support.free_port()
        controller = Controller(sink, hostname="127.0.0.1", port=port, ready_timeout=support.PATIENCE)
        controller.start()
        self.addCleanup(controller.stop)
        settings = self.write("msmtprc", f"account default\nhost 127.0.0.1\nport {port}\nfrom nightly@example.org\n")
        settings.chmod(0o600)
        return run("mail", support.examples()["nightly"], *WHO, "--cc", "Ünal <cc@example.org>", "--send",
                   "--sendmail", f"msmtp --file={settings} --timeout=30 -t", *arguments)

    def test_smtp_session_delivers_every_byte_to_each_recipient(self):
        sink = Sink()
        self.assertStatus(DONE, self.session(sink))
        (sender, recipients, content), = sink.taken
        self.assertEqual("nightly@example.org", sender)
        self.assertEqual(["cc@example.org", "team@example.org"], sorted(recipients))
        sent = self.mail(support.examples()["nightly"], "--cc", "Ünal <cc@example.org>")
        parts = lambda raw: [part.get_payload() for part in parsed(raw).walk() if not part.is_multipart()]
        self.assertEqual(parts(sent), parts(content), "the parts are as they were made")

    def test_refused_smtp_session_is_status_4(self):
        sink = Refusing()
        result = self.session(sink)
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"nobody of that name", result.stderr)
        self.assertEqual([], sink.taken)

    def test_smtp_session_without_a_server_is_status_4(self):
        result = run("mail", support.examples()["quiet"], *WHO, "--send", "--sendmail",
                     "msmtp --file=/dev/null --host=127.0.0.1 --port=1 --from=a@example.org --timeout=2 -t")
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"not sent", result.stderr)


@unittest.skipUnless(shutil.which("notmuch"), "notmuch is not installed")
class Threads(MailTest):
    def test_mails_of_a_project_are_one_thread(self):
        box = self.folder / "mail"
        for name in ("cur", "new", "tmp"):
            (box / name).mkdir(parents=True)
        number = 0
        for project in ("core", "web", None):
            for day in (18, 19, 20):
                number += 1
                path = self.dataset(title=f"Night of {project}", **({"project": project} if project else {}),
                                    messages=[{"urgency": "error", "title": "x"}] * day)
                self.mail(path, "--now", f"2026-11-{day}T03:12:00Z", "--thread", "project", "--attach", "none", "-o", box / "new" / f"{number}.mail")
        config = self.write("config", f"[database]\npath={box}\n[user]\nname=x\nprimary_email=x@example.org\n[new]\ntags=new\n")
        def notmuch(*arguments):
            result = subprocess.run(["notmuch", f"--config={config}", *arguments], capture_output=True, text=True,
                                    env=plain_environment(HOME=str(self.folder)), timeout=120)
            self.assertEqual(0, result.returncode, result.stderr)
            return result.stdout
        notmuch("new")
        self.assertEqual("9", notmuch("count", "*").strip())
        threads = notmuch("search", "--output=threads", "*").split()
        # A report with only a title belongs to no thread.
        self.assertEqual(["1", "1", "1", "3", "3"], sorted(notmuch("count", thread).strip() for thread in threads))


@unittest.skipUnless(shutil.which("s-nail"), "s-nail is not installed")
class Readers(MailTest):
    def test_mail_reader_of_a_terminal_shows_the_text(self):
        raw = self.mail(support.examples()["nightly"], "--attach", "page")
        box = self.write("box", b"From nightly@example.org Fri Nov 20 03:12:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n")
        result = subprocess.run(["s-nail", "-n", "-R", "-#", "-S", "crt=0", "-S", "ttycharset=utf-8", "-Y", "type 1",
                                 "-Y", "quit", "-f", box], capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
                                env=plain_environment(LC_ALL="C.UTF-8", HOME=str(self.folder)))
        shown = result.stdout.decode()
        self.assertIn("Harbor nightly build 1482\n=========================\n", shown)
        self.assertIn("✖ Error: SyncEndToEndTests.uploadsTenThousandSmallFiles", shown)
        self.assertIn("2026-11-20.html", shown)
