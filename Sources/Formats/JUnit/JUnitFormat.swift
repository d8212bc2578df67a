internal import Inputs
internal import Text

extension InputFormat {
  static let junit = InputFormat(
    name: "junit", title: "JUnit XML",
    evidence: "XML whose root is 'testsuites' or 'testsuite'",
    recognizes: { head in
      ["testsuites", "testsuite"].contains(head.xmlRoot) && head.xmlChild != "suite"
        && head.xmlNamespace?.contains("check.sourceforge.net") != true
    },
    read: .xml { reader, context in JUnitImporter(reader, context).read() })
}
