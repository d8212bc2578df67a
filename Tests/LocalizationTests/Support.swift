import Diagnostics
import Foundation
import JSON
import Localization

let stringsFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Templates/strings")

/// The project's strings files of a language, facts and words, with English behind them as the program
/// has it.
func locale(_ tag: String) throws -> Localization.Locale {
  let isEnglish = tag.hasPrefix("en")
  let facts = try facts(tag)
  if tag == "en-us" {
    let american = Localization.Locale(
      facts, fallback: Localization.Locale(try strings("facts/en")))
    return Localization.Locale(try strings("en"), fallback: american)
  }
  let behind = Localization.Locale(facts, fallback: isEnglish ? nil : try locale("en"))
  return Localization.Locale(try strings(tag), fallback: behind)
}

/// What CLDR says of a language.
func facts(_ tag: String) throws -> JSONValue { try strings("facts/\(tag)") }

/// The words of a language.
func strings(_ tag: String) throws -> JSONValue {
  try json(Data(contentsOf: stringsFolder.appendingPathComponent("\(tag).json")))
}

func stringsText(_ tag: String) throws -> String {
  try String(contentsOf: stringsFolder.appendingPathComponent("\(tag).json"), encoding: .utf8)
}

func json(_ text: String) throws -> JSONValue {
  try json(Data(text.utf8))
}

private func json(_ data: Data) throws -> JSONValue {
  jsonValue(try JSONSerialization.jsonObject(with: data))
}

private func jsonValue(_ object: Any) -> JSONValue {
  let nowhere = SourceLocation(file: "test")
  let kind: JSONValue.Kind =
    switch object {
    case let text as String: .string(text)
    case let number as NSNumber: .number(number.doubleValue, number.stringValue)
    case let list as [Any]: .array(list.map(jsonValue))
    case let members as [String: Any]:
      .object(
        members.map { .init(key: $0.key, keyLocation: nowhere, value: jsonValue($0.value)) })
    default: .null
    }
  return JSONValue(kind, at: nowhere)
}
