import Diagnostics
import Model

extension Guideline {
  static let singleCategories = Guideline(
    id: "single-categories", title: "Categories hold several messages",
    reason:
      "A category is a section and a filter. If most categories hold one message, the sections "
      + "only lengthen the list, and no filter narrows it.",
    remedy: "use fewer categories, or none",
    bad: messages(["a", "b", "c", "d", "e", "f"]), good: messages(["a", "a", "a", "b", "b", "b"])
  ) { dataset in
    var counts: [String: (count: Int, first: SourceMark)] = [:]
    for message in dataset.messages {
      guard let category = message.category else { continue }
      counts[category, default: (0, message.source)].count += 1
    }
    let single = counts.values.filter { $0.count == 1 }
    // A quiet run may have only a few single messages.
    guard counts.count > 5, single.count * 4 > counts.count * 3 else { return [] }
    let first = single.map(\.first).min { ($0.file, $0.line) < ($1.file, $1.line) }
    return [
      Finding("\(single.count) of \(counts.count) categories hold one message", at: first)
    ]
  }

  private static func messages(_ categories: [String]) -> String {
    let lines = categories.enumerated().map { index, category in
      "  { \"urgency\": \"information\", \"category\": \"\(category)\", \"title\": \"Package \(index + 1) has an update\" }"
    }
    return "{ \"version\": 1, \"messages\": [\n" + lines.joined(separator: ",\n") + "\n] }"
  }
}
