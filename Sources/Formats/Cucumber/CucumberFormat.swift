internal import Inputs

extension InputFormat {
  static let cucumber = InputFormat(
    name: "cucumber", title: "Cucumber JSON",
    evidence: "a JSON array of objects with 'elements' and 'keyword' or 'uri'",
    runner: "Cucumber",
    recognizes: { head in
      head.json("[].elements") == .array
        && (head.json("[].keyword") != nil || head.json("[].uri") != nil)
    },
    read: .json { reader, context in CucumberImporter(reader, context).read() })
}
