import Foundation
import JSON

/// The part of JSON Schema 2020-12 that the dataset's schema uses.
struct SmallSchema {
  let root: JSONValue

  func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    schema.members.allSatisfy { rule in holds(rule.key, rule.value, of: value, in: schema) }
  }

  private func holds(
    _ rule: String, _ rules: JSONValue, of value: JSONValue, in schema: JSONValue
  ) -> Bool {
    let keys = value.members.map(\.key)
    switch rule {
    case "$ref":
      let name = rules.string?.split(separator: "/").last.map(String.init) ?? ""
      return (root["$defs"]?[name]).map { accepts(value, $0) } ?? false
    case "type":
      let types = rules.elements.compactMap(\.string) + [rules.string].compactMap { $0 }
      return types.contains { isOf(type: $0, value) }
    case "enum": return rules.elements.contains { $0.string == value.string && $0.string != nil }
    case "const": return rules.number == value.number
    case "pattern":
      return value.string?.range(of: rules.string ?? "", options: .regularExpression) != nil
    case "minimum": return value.number.map { $0 >= rules.number ?? 0 } ?? true
    case "maximum": return value.number.map { $0 <= rules.number ?? 0 } ?? true
    case "items": return value.elements.allSatisfy { accepts($0, rules) }
    case "properties":
      return value.members.allSatisfy { member in
        rules[member.key].map { accepts(member.value, $0) } ?? true
      }
    case "additionalProperties" where !rules.members.isEmpty:
      return value.members.allSatisfy { accepts($0.value, rules) }
    case "additionalProperties":
      return keys.allSatisfy { schema["properties"]?[$0] != nil }
    case "required": return rules.elements.compactMap(\.string).allSatisfy(keys.contains)
    case "dependentRequired":
      return rules.members.allSatisfy { dependent in
        !keys.contains(dependent.key)
          || dependent.value.elements.compactMap(\.string).allSatisfy(keys.contains)
      }
    case "allOf": return rules.elements.allSatisfy { accepts(value, $0) }
    case "anyOf": return rules.elements.contains { accepts(value, $0) }
    case "oneOf": return rules.elements.filter { accepts(value, $0) }.count == 1
    case "if":
      guard let other = schema["else"] else { return true }
      return accepts(value, rules) || accepts(value, other)
    default: return true
    }
  }

  private func isOf(type: String, _ value: JSONValue) -> Bool {
    switch (type, value.kind) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object): true
    case ("number", .number(let number, _)): number.isFinite
    case ("integer", .number(let number, _)): Int(exactly: number) != nil
    default: false
    }
  }
}
