import Foundation
import JSON
import Localization
import Testing

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
  try json(stringsText(tag))
}

func stringsText(_ tag: String) throws -> String {
  try String(contentsOf: stringsFolder.appendingPathComponent("\(tag).json"), encoding: .utf8)
}

func json(_ text: String) throws -> JSONValue {
  let (value, problems) = JSONValue.parse(text, file: "test")
  return try #require(value, "\(problems)")
}
