internal import Inputs

extension InputFormat {
  static let jacoco = InputFormat(
    name: "jacoco", title: "JaCoCo XML",
    evidence: "XML whose root is 'report' with 'sessioninfo', 'group' or 'package' in it",
    recognizes: { head in
      head.xmlRoot == "report" && ["sessioninfo", "group", "package"].contains(head.xmlChild)
    },
    read: .xml { reader, context in JaCoCoImporter(reader, context).read() })
}
