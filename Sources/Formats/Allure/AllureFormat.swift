internal import Inputs
internal import Text

extension InputFormat {
  static let allure = InputFormat(
    name: "allure", title: "Allure JSON",
    evidence: "a folder with files '*-result.json', each a JSON object with 'uuid' and 'status'",
    recognizes: { head in
      guard head.json("") == .object, head.json("uuid") == .string else { return false }
      let isResult = head.json("name") != nil || head.json("historyId") != nil
      let marks = ["status", "stage", "labels", "statusDetails", "fullName"]
      return isResult && marks.contains { head.json($0) != nil }
        || ["children", "befores", "afters"].contains { head.json($0) == .array }
    },
    part: AllureFile.kind,
    read: .parts { parts, context, log in AllureImporter(context, log).read(parts) })
}

/// The files of a folder with Allure results, by their names.
enum AllureFile {
  case result, container, globals, environment, executor, categories

  init?(_ name: String) {
    switch name {
    case "environment.properties": self = .environment
    case "executor.json": self = .executor
    case "categories.json": self = .categories
    case _ where name.hasSuffix("-result.json"): self = .result
    case _ where name.hasSuffix("-container.json"): self = .container
    case _ where name.hasSuffix("-globals.json"): self = .globals
    default: return nil
    }
  }

  static func kind(of name: String) -> ReportParts.Kind? {
    if let file = AllureFile(name) { return file == .result ? .main : .side }
    // `0c8d-attachment.txt`, or without an ending.
    guard let mark = name.firstRange(of: "-attachment") else { return nil }
    let rest = name[mark.upperBound...]
    return rest.isEmpty || rest.hasPrefix(".") ? .attachment : nil
  }
}
