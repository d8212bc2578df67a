"""Mails handed to dma and nullmailer with --send: what is delivered is read whole."""
import mailbox
import os
import subprocess
import unittest

import mail_programs
import support
from mail_support import MailTest, body, attachments, parsed
from support import DONE, run

try:
    from aiosmtpd.controller import Controller
except ImportError:
    Controller = None

SENDER = "Nightly build <nightly@example.org>"


@unittest.skipUnless(Controller, "aiosmtpd is not installed")
@unittest.skipUnless(mail_programs.are_here(), "dma and nullmailer need to be fetched, and root to be run")
class Delivered(MailTest):
    def send(self, program, to, *words):
        command = " ".join(f"'{word}'" for word in program.command(*words))
        result = run("mail", support.examples()["nightly"], "--from", SENDER, "--to", to, "--attach", "page", "--send", "--sendmail", command)
        self.assertStatus(DONE, result)

    def assertWhole(self, raw):
        """The mail has its header and both of its parts, and the page."""
        made = self.message(support.examples()["nightly"], "--attach", "page")
        found = parsed(raw)
        for name in ("From", "Subject", "List-Id", "Auto-Submitted", "MIME-Version"):
            self.assertEqual(made[name], found[name], name)
        self.assertEqual("multipart/mixed", found.get_content_type())
        for kind in ("plain", "html"):
            self.assertEqual(body(made, kind), body(found, kind))
        self.assertEqual(attachments(made), attachments(found))

    def server(self):
        """A mail server's port, and the list of what it takes."""
        taken = []

        class Sink:
            async def handle_DATA(self, server, session, envelope):
                taken.append((envelope.mail_from, envelope.rcpt_tos, bytes(envelope.content)))
                return "250 taken"
        port = support.free_port()
        controller = Controller(Sink(), hostname="127.0.0.1", port=port, ready_timeout=support.PATIENCE)
        controller.start()
        self.addCleanup(controller.stop)
        return port, taken

    def assertTaken(self, taken):
        self.eventually(self.assertTrue, lambda: taken, "nothing was delivered")
        (sender, recipients, content), = taken
        self.assertWhole(content)
        self.assertEqual(("nightly@example.org", ["team@example.org"]), (sender, recipients))

    def test_dma_delivers_a_whole_mail_to_a_local_box(self):
        dma = mail_programs.MailProgram("dma", self.folder / "root")
        dma.file("etc/dma/dma.conf", "MAILNAME /etc/mailname\n")
        box = dma.file("var/mail/team")
        self.send(dma, "team@localhost", "/usr/sbin/sendmail", "-t", "-i", "-D")
        self.eventually(self.assertTrue, lambda: box.read_bytes().rstrip().endswith(b"--"), "nothing was delivered whole")
        text = box.read_bytes()
        self.assertEqual(0, text.count(b"\r"))
        self.assertWhole(text.partition(b"\n")[2].removesuffix(b"\n").replace(b"\n>From ", b"\nFrom "))
        delivered, = mailbox.mbox(box)
        self.assertEqual("nightly@example.org", delivered.get_from().split()[0])

    def test_dma_delivers_a_whole_mail_to_a_server(self):
        port, taken = self.server()
        dma = mail_programs.MailProgram("dma", self.folder / "root")
        dma.file("etc/dma/dma.conf", f"SMARTHOST 127.0.0.1\nPORT {port}\nMAILNAME /etc/mailname\n")
        self.send(dma, "team@example.org", "/usr/sbin/sendmail", "-t", "-i", "-D")
        self.assertTaken(taken)

    def test_nullmailer_delivers_a_whole_mail_to_a_server(self):
        port, taken = self.server()
        nullmailer = mail_programs.MailProgram("nullmailer", self.folder / "root")
        nullmailer.file("etc/nullmailer/remotes", f"127.0.0.1 smtp --port={port}\n")
        os.mkfifo(nullmailer.root / "var/spool/nullmailer/trigger", 0o622)
        self.send(nullmailer, "team@example.org", "/usr/sbin/sendmail", "-t", "-i")
        sender = subprocess.Popen(nullmailer.command("/usr/sbin/nullmailer-send"), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(sender.wait)
        self.addCleanup(sender.kill)
        self.assertTaken(taken)
