import Basics
import Diagnostics
import Foundation
import JSON

/// The folder of zone files that the tests use.
let zoneFolder = TimeZoneRules.folder(tzdir: ProcessInfo.processInfo.environment["TZDIR"])

func zone(_ name: String) throws -> TimeZoneRules {
  try TimeZoneRules(named: name, folder: zoneFolder)
}

/// Parses an instant.
func instant(_ text: String) -> Instant {
  guard case .instant(let instant)? = TimePoint(parsing: text) else {
    return Instant(seconds: .min)
  }
  return instant
}

func wall(_ text: String) -> CivilDateTime {
  guard case .local(let wall)? = TimePoint(parsing: text) else {
    return CivilDateTime(seconds: .min)
  }
  return wall
}

func date(_ text: String) -> CivilDate {
  guard case .date(let date)? = TimePoint(parsing: text) else { return CivilDate(dayNumber: .min) }
  return date
}

/// Creates a temporary folder and removes it after `body`.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

let stringsFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Templates/strings")

/// The project's strings files of a language, facts and words, with English behind them as the program
/// has it.
func locale(_ tag: String) throws -> Basics.Locale {
  let isEnglish = tag.hasPrefix("en")
  let facts = try facts(tag)
  if tag == "en-us" {
    let american = Basics.Locale(facts, fallback: Basics.Locale(try strings("facts/en")))
    return Basics.Locale(try strings("en"), fallback: american)
  }
  let behind = Basics.Locale(facts, fallback: isEnglish ? nil : try locale("en"))
  return Basics.Locale(try strings(tag), fallback: behind)
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
