"""Same input, same bytes: no machine shows in the output."""
import os

import support


class SameBytes(support.ProgramTest):
    elsewhere = support.plain_environment(
        TZ="Pacific/Kiritimati", LANG="tr_TR.UTF-8", LC_ALL="tr_TR.UTF-8", LANGUAGE="tr", HOME="/tmp",
        SOURCE_DATE_EPOCH="86400", COLUMNS="31", TERM="dumb")

    def test_output_does_not_depend_on_time_zone_language_or_folder(self):
        for name, dataset in support.examples().items():
            for target in support.TARGETS:
                with self.subTest(example=name, target=target):
                    here = self.render(os.path.relpath(dataset, support.repository), "--to", target,
                                       cwd=support.repository)
                    there = self.render(dataset, "--to", target, cwd=self.folder, environment=self.elsewhere)
                    self.assertTrue(here, "the report is empty")
                    self.assertEqual(here, there)

    def test_every_run_writes_the_same_bytes(self):
        nightly = support.examples()["nightly"]
        for target in support.TARGETS:
            outputs = {self.render(nightly, "--to", target) for _ in range(10)}
            self.assertEqual(1, len(outputs), f"{target} differs from run to run")

    def test_standard_output_and_files_have_the_same_bytes(self):
        for name, dataset in support.examples().items():
            folder = self.folder / name
            self.render(dataset, "--to", ",".join(support.TARGETS), "-o", folder)
            for target, file in support.TARGETS.items():
                with self.subTest(example=name, target=target):
                    self.assertEqual(self.render(dataset, "--to", target), (folder / file).read_bytes())
            self.assertEqual(sorted(support.TARGETS.values()), sorted(os.listdir(folder)))

    def test_file_and_standard_input_make_the_same_bytes(self):
        nightly = support.examples()["nightly"]
        for target in support.TARGETS:
            from_input = self.render("-", "--to", target, input=nightly.read_bytes())
            self.assertEqual(self.render(nightly, "--to", target), from_input)

    def test_output_is_utf8_with_line_feeds_and_no_control_characters(self):
        for name, dataset in support.examples().items():
            for target in support.TARGETS:
                with self.subTest(example=name, target=target):
                    text = self.render(dataset, "--to", target).decode("utf-8")
                    strange = {hex(ord(c)) for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0}
                    self.assertFalse(strange)
                    self.assertTrue(text.endswith("\n"), "the last line has no end")


class TheClock(support.ProgramTest):
    dataset = ('{"version": 1, "title": "Clock", "timeZone": "UTC", "messages": [],'
               '"timeline": {"entries": [{"time": "2031-05-06", "title": "A day"}]}}')

    def test_source_date_epoch_is_now_when_the_dataset_has_no_time(self):
        dataset = self.write("clock.json", self.dataset)
        environment = support.plain_environment(SOURCE_DATE_EPOCH="1936000000")   # 2031-05-08
        text = self.render(dataset, "--to", "text", environment=environment).decode()
        self.assertIn("2031", text)

    def test_now_of_the_command_line_comes_first(self):
        dataset = self.write("clock.json", self.dataset)
        first = self.render(dataset, "--to", "text", "--now", "2031-05-06T12:00:00Z")
        second = self.render(dataset, "--to", "text", "--now", "2031-05-06T12:00:00Z",
                             environment=support.plain_environment(SOURCE_DATE_EPOCH="1"))
        self.assertEqual(first, second)
