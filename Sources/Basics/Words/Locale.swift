package import JSON

/// The words, plural rules and date patterns of one language, from `Templates/strings/TAG.json`;
/// nothing of it comes from the machine.
package struct Locale: Sendable {
  package let tag: String
  package let isRightToLeft: Bool

  package init(_ json: JSONValue) {
    tag = json["locale"]?.string ?? "en"
    isRightToLeft = json["direction"]?.string == "rtl"
  }

  /// A phrase as written, `{placeholder}` and all; English, then the key itself when it is absent.
  package func string(_ key: String) -> String { "" }

  /// A phrase with its placeholders filled in.
  package func string(_ key: String, _ values: [String: String]) -> String { "" }

  /// A phrase under `counts` in the plural form that `count` asks for, `{count}` filled in.
  package func count(_ key: String, _ count: Int) -> String { "" }

  package func number(_ value: Int) -> String { "" }
}
