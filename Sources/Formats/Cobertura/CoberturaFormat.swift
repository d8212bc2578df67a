internal import Inputs

extension InputFormat {
  static let cobertura = InputFormat(
    name: "cobertura", title: "Cobertura XML",
    evidence: "XML whose root is 'coverage' with 'sources' or 'packages' in it",
    recognizes: { $0.xmlRoot == "coverage" && ["sources", "packages"].contains($0.xmlChild) },
    read: .xml { reader, context in CoberturaImporter(reader, context).read() })
}
