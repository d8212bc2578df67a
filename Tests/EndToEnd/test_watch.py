"""`render --watch`: the page is written again when something of it changes."""
import signal
import time

import support
from support import USAGE, run
from test_preview import Previews


class Watching(Previews):
    def test_a_file_is_written_again_until_a_signal(self):
        self.dataset("Before")
        process = self.start("night.json", "--watch", "-o", "report.html", command="render")
        self.eventually(self.assertIn, b"watching", lambda: b"".join(process.said))
        self.assertIn("Before", (self.folder / "report.html").read_text())
        self.write("night.json", "{")
        self.eventually(self.assertIn, b"night.json:1:", lambda: b"".join(process.said))
        self.assertIn("Before", (self.folder / "report.html").read_text())
        self.dataset("After")
        self.eventually(lambda: self.assertIn("After", (self.folder / "report.html").read_text()))
        process.send_signal(signal.SIGINT)
        self.assertEqual(-signal.SIGINT, process.wait(support.PATIENCE))

    def test_an_output_among_the_inputs_does_not_begin_again(self):
        (self.folder / "reports").mkdir()
        self.dataset("Before", "reports/night.json")
        process = self.start("reports/", "--watch", "--to", "page,json", "-o", "reports/", command="render")
        self.eventually(self.assertIn, b"watching", lambda: b"".join(process.said))
        time.sleep(2)
        self.assertNotIn(b"rendered again", b"".join(process.said))

    def test_an_output_among_the_inputs_by_another_path_does_not_begin_again(self):
        (self.folder / "reports").mkdir()
        (self.folder / "other").symlink_to("reports")
        self.dataset("Before", "reports/night.json")
        process = self.start("reports/", "--watch", "-o", "other/report.html", command="render")
        self.eventually(self.assertIn, b"watching 1 file for changes", lambda: b"".join(process.said))
        time.sleep(2)
        self.assertNotIn(b"rendered again", b"".join(process.said))
        stamp = (self.folder / "reports/report.html").stat().st_mtime_ns
        time.sleep(1)
        self.assertEqual(stamp, (self.folder / "reports/report.html").stat().st_mtime_ns)

    def test_it_needs_files_on_both_ends(self):
        self.dataset("Message")
        self.assertStatus(USAGE, run("render", "night.json", "--watch", cwd=self.folder))
        self.assertStatus(USAGE, run("render", "-", "--watch", "-o", "report.html", cwd=self.folder, input=b""))
