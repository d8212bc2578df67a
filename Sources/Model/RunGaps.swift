extension Dataset.Run {
  /// A claim of a report that its parts do not confirm: a total, a status, a plan.
  package struct Shortfall: Sendable, Hashable {
    /// The input with the claim.
    package var input: String
    /// A sentence without a full stop: "3 tests are counted, 1 is described".
    package var text: String

    package init(input: String, text: String) {
      self.input = input
      self.text = text
    }
  }

  /// A file that may hold a report and was not read.
  package struct UnreadInput: Sendable, Hashable {
    package var path: String
    /// The reason, without a full stop: "Bandit JSON is not read".
    package var reason: String
    /// The suggested fix.
    package var help: String?

    package init(path: String, reason: String, help: String? = nil) {
      self.path = path
      self.reason = reason
      self.help = help
    }
  }

  /// The inputs that were not read. Counts all of them and lists the first.
  package struct Unread: Sendable, Hashable {
    /// The largest number of listed inputs.
    package static let mostListed = 300

    package private(set) var listed: [UnreadInput] = []
    /// The number of inputs that are not listed.
    package private(set) var more = 0

    package init() {}

    package var count: Int { listed.count + more }
    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ input: UnreadInput) {
      if listed.count < Self.mostListed { listed.append(input) } else { add(more: 1) }
    }

    /// Adds inputs that are only counted.
    package mutating func add(more count: Int) {
      let (sum, isTooMuch) = more.addingReportingOverflow(max(count, 0))
      more = isTooMuch ? .max / 2 : min(sum, .max / 2)
    }

    package mutating func add(_ other: Unread) {
      for input in other.listed { add(input) }
      add(more: other.more)
    }
  }

  /// Whether all inputs were read and their parts confirm all claims.
  package var isWhole: Bool { shortfalls.isEmpty && unread.isEmpty }
}
