internal import Inputs

extension InputFormat {
  static let checkstyle = InputFormat(
    name: "checkstyle", title: "Checkstyle XML",
    evidence: "XML whose root is 'checkstyle'",
    recognizes: { $0.xmlRoot == "checkstyle" },
    read: .xml { reader, context in CheckstyleImporter(reader, context).read() })
}
