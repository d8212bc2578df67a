internal import Inputs

extension InputFormat {
  static let xunit = InputFormat(
    name: "xunit", title: "xUnit.net XML",
    evidence: "XML whose root is 'assemblies', or 'assembly' with tests in it",
    runner: "xUnit.net",
    recognizes: { head in
      head.xmlRoot == "assemblies"
        || head.xmlRoot == "assembly" && ["errors", "collection", "class"].contains(head.xmlChild)
    },
    read: .xml { reader, context in XUnitImporter(reader, context).read() })
}
