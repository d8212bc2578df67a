internal import Inputs
internal import JSON
internal import ToolReports

extension InputFormat {
  static let codeQuality = InputFormat(
    name: "codequality", title: "GitLab Code Quality JSON",
    evidence: "a JSON array of objects with 'description' and 'location.path'",
    recognizes: { head in
      // The severity is a word; Phan writes a number in a list that is otherwise like this one.
      head.json("[].description") != nil && head.json("[].location.path") != nil
        && head.json("[].severity") != .number
        || head.json("description") != nil && head.json("check_name") != nil
          && head.json("location.path") != nil
    },
    read: .report { source, context, log in
      let stream = CodeClimateStream(source)
      let reader = JSONReader(
        file: context.path, source: FinalZeros(of: stream.list).others, log: log,
        limits: .ofReports)
      return CodeQualityImporter(reader, stream, context).read()
    })
}
