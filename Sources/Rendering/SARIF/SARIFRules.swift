import JSON
import Model

/// The rules of the results, in the order of their first use.
struct SARIFRules: Sendable {
  struct Rule: Hashable, Sendable {
    var id: String
    var name: String?
    var url: String?
    /// Whether it only stands for the category of messages without a rule, because code hosts
    /// refuse a result without a rule.
    var isCategory = false

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("id", id)
        writer.member("name", name)
        writer.member("helpUri", url)
        guard isCategory else { return }
        writer.key("properties")
        writer.object { writer in
          writer.key("tidemark")
          writer.object { $0.member("isCategory", true) }
        }
      }
    }
  }

  private(set) var all: [Rule] = []
  private var indices: [Rule: Int] = [:]

  /// The index of the rule of a message, which is the title of its link.
  mutating func index(of message: Message, _ messages: ExportedMessages) -> Int {
    let rule: Rule
    if let title = message.link?.title, !title.isEmpty {
      let (id, name) = Self.parts(of: title)
      rule = Rule(id: id, name: name, url: messages.address(of: message))
    } else {
      rule = Rule(id: messages.category(of: message) ?? "message", isCategory: true)
    }
    if let known = indices[rule] { return known }
    indices[rule] = all.count
    all.append(rule)
    return all.count - 1
  }

  /// The id and the name of a rule whose title has both: "CA1822 (MarkMembersAsStatic)".
  private static func parts(of title: String) -> (id: String, name: String?) {
    guard title.hasSuffix(")"), let space = title.firstIndex(of: " "), space > title.startIndex
    else { return (title, nil) }
    let rest = title[title.index(after: space)...]
    let name = rest.dropFirst().dropLast()
    guard rest.hasPrefix("("), !name.isEmpty, name != title[..<space] else { return (title, nil) }
    return (String(title[..<space]), String(name))
  }
}
