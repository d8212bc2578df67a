internal import Inputs

extension InputFormat {
  static let nunit = InputFormat(
    name: "nunit", title: "NUnit XML",
    evidence: "XML whose root is 'test-run' or 'test-results'",
    runner: "NUnit",
    recognizes: { ["test-run", "test-results"].contains($0.xmlRoot) },
    read: .xml { reader, context in NUnitImporter(reader, context).read() })
}
