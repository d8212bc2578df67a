internal import Inputs

extension InputFormat {
  static let dbt = InputFormat(
    name: "dbt", title: "dbt's run results",
    evidence: "a JSON object with 'results' and 'metadata.dbt_schema_version'",
    runner: "dbt",
    recognizes: { head in
      head.json("results") == .array && head.json("metadata.dbt_schema_version") != nil
    },
    read: .json { reader, context in DbtImporter(reader, context).read() })
}
