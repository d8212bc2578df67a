"""The results of the tests as JUnit XML."""
import time
import unittest
import xml.etree.ElementTree as xml


class Result(unittest.TextTestResult):
    """Keeps how each test ended: a test with several failed subtests is one failed test."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.cases = {}
        self.begun = {}

    def startTest(self, test):
        super().startTest(test)
        self.begun[test.id()] = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        case = self.case(test)
        case.set("time", f"{time.monotonic() - self.begun.get(test.id(), time.monotonic()):.3f}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.add(test, "failure", err)

    def addError(self, test, err):
        super().addError(test, err)
        self.add(test, "error", err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.add(test, "failure", err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        xml.SubElement(self.case(test), "skipped", message=reason)

    def case(self, test):
        name = test.id()
        if name not in self.cases:
            class_name, _, method = name.rpartition(".")
            self.cases[name] = xml.Element("testcase", classname=class_name, name=method)
        return self.cases[name]

    def add(self, test, kind, err):
        problem = xml.SubElement(self.case(test), kind, type=err[0].__name__, message=printable(str(err[1])))
        problem.text = printable(self._exc_info_to_string(err, test))

    def write(self, folder):
        """Writes a file for each module."""
        folder.mkdir(parents=True, exist_ok=True)
        suites = {}
        for name, case in self.cases.items():
            module = name.partition(".")[0]
            suites.setdefault(module, xml.Element("testsuite", name=module)).append(case)
        for module, suite in suites.items():
            xml.ElementTree(suite).write(folder / f"{module}.xml", encoding="utf-8", xml_declaration=True)


def mark_unsteady(folder, name):
    """Says of a test that failed that it passed when it was tried once more."""
    path = folder / f"{name.partition('.')[0]}.xml"
    suite = xml.parse(path)
    class_name, _, method = name.rpartition(".")
    for case in suite.iter("testcase"):
        if (case.get("classname"), case.get("name")) == (class_name, method):
            for problem in [*case.findall("failure"), *case.findall("error")]:
                problem.tag = "flakyFailure"
    suite.write(path, encoding="utf-8", xml_declaration=True)


def printable(text):
    """Without the characters that XML forbids."""
    return "".join(sign if sign in "\t\n" or " " <= sign <= "\ud7ff" or sign > "\ue000" and sign not in "\ufffe\uffff" else "\ufffd"
                   for sign in text)
