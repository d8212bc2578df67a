internal import Inputs

extension InputFormat {
  static let trivy = InputFormat(
    name: "trivy", title: "Trivy JSON",
    evidence: "a JSON object with 'SchemaVersion' and 'ArtifactName'",
    recognizes: { head in
      head.json("SchemaVersion") != nil && head.json("ArtifactName") != nil
        // Versions before 0.20.
        || head.json("[].Target") == .string
          && (head.json("[].Vulnerabilities") != nil || head.json("[].Type") != nil)
    },
    read: .json { reader, context in TrivyImporter(reader, context).read() })
}
