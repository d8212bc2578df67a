internal import Text

extension Message {
  /// A step of a test, with the steps inside it.
  @usableFromInline package struct Step: Sendable, Hashable {
    package enum Status: String, Sendable, Hashable, CaseIterable {
      case passed, failed, error, skipped, unknown

      /// Whether the step shows why its test failed.
      package var isFailure: Bool { self == .failed || self == .error }
    }

    package struct Parameter: Sendable, Hashable {
      package var name: String
      package var value: String

      package init(name: String, value: String) {
        (self.name, self.value) = (name, value)
      }
    }

    /// The most steps of a message, and the most levels of steps in steps.
    package static let mostOfMessage = 1_000
    package static let mostLevels = 32
    /// Replaces the value of a parameter that its tool marks as a secret.
    package static let masked = "••••"

    package var title: String
    package var status: Status
    package var seconds: Double?
    package var parameters: [Parameter] = []
    /// The reason for the status: plain text.
    package var message: String?
    package var attachments: [Attachment] = []
    package var children: [Step] = []

    package init(
      title: String, status: Status, seconds: Double? = nil, parameters: [Parameter] = [],
      message: String? = nil, attachments: [Attachment] = [], children: [Step] = []
    ) {
      (self.title, self.status, self.seconds) = (title, status, seconds)
      (self.parameters, self.message) = (parameters, message)
      (self.attachments, self.children) = (attachments, children)
    }

    /// The number of steps in it and of itself.
    package var count: Int { children.reduce(1) { $0 + $1.count } }

    /// The number of attachments of it and of the steps in it.
    package var attachmentCount: Int {
      children.reduce(attachments.count) { $0 + $1.attachmentCount }
    }

    /// The approximate size in bytes.
    fileprivate var size: Int {
      var sum = title.utf8.count + (message?.utf8.count ?? 0)
      for parameter in parameters { sum += parameter.name.utf8.count + parameter.value.utf8.count }
      for attachment in attachments { sum += attachment.name.utf8.count }
      return children.reduce(sum) { $0 + $1.size }
    }

    /// Calls `edit` with it and each step in it, from the outside in.
    package mutating func change(_ edit: (inout Step) -> Void) {
      edit(&self)
      for index in children.indices { children[index].change(edit) }
    }
  }
}

extension [Message.Step] {
  /// The indices of the failed steps that lead to the first failure: at each level, the first
  /// failed step. Empty if no step failed.
  package var failingPath: [Int] {
    var path: [Int] = []
    var steps = self[...]
    while let index = steps.firstIndex(where: { $0.status.isFailure }) {
      path.append(index)
      steps = steps[index].children[...]
    }
    return path
  }

  package var totalCount: Int { reduce(0) { $0 + $1.count } }
  package var size: Int { reduce(0) { $0 + $1.size } }

  /// Only the steps of the failing path, without their siblings.
  package var onlyFailingPath: [Message.Step] {
    guard let index = firstIndex(where: { $0.status.isFailure }) else { return [] }
    var step = self[index]
    step.children = step.children.onlyFailingPath
    return [step]
  }

  /// The steps within the limits of a message, and how many are left out. The failing path is kept;
  /// of a path with too many levels, the first and the last ones.
  package func limited(
    to most: Int = Message.Step.mostOfMessage, levels: Int = Message.Step.mostLevels
  ) -> (steps: [Message.Step], leftOut: Int) {
    let path = failingPath
    let count = totalCount
    var room = Swift.max(most - Swift.min(path.count, levels), 0)
    let steps = limited(path[...], level: 1, levels, &room)
    return (steps, count - steps.totalCount)
  }

  /// - Parameter room: How many steps besides those of the path may be kept.
  private func limited(
    _ path: ArraySlice<Int>, level: Int, _ levels: Int, _ room: inout Int
  ) -> [Message.Step] {
    // Levels in the middle of a long path are left out.
    if level == levels / 2 + 1, path.count > levels - levels / 2 {
      var steps = self
      var rest = path
      while rest.count > levels - levels / 2, let index = rest.popFirst() {
        steps = steps[index].children
      }
      return steps.limitedHere(rest, level: level, levels, &room)
    }
    return limitedHere(path, level: level, levels, &room)
  }

  private func limitedHere(
    _ path: ArraySlice<Int>, level: Int, _ levels: Int, _ room: inout Int
  ) -> [Message.Step] {
    guard level <= levels else { return [] }
    var kept: [Message.Step] = []
    for (index, step) in enumerated() {
      let isOnPath = index == path.first
      if !isOnPath {
        guard room > 0 else { continue }
        room -= 1
      }
      var step = step
      step.children = step.children.limited(
        isOnPath ? path.dropFirst() : [], level: level + 1, levels, &room)
      kept.append(step)
    }
    return kept
  }

  /// The steps without messages that `text` or an inner step repeats: a failure is passed on to the
  /// steps around it, and is shown where it happened.
  package func withoutRepetitions(of text: String?) -> [Message.Step] {
    map { step in
      var step = step
      if let said = step.message, text?.contains(said) ?? false || step.children.says(said) {
        step.message = nil
      }
      step.children = step.children.withoutRepetitions(of: text)
      return step
    }
  }

  private func says(_ message: String) -> Bool {
    contains { $0.message == message || $0.children.says(message) }
  }
}

extension Message {
  /// The attachments of the message, then those of its steps, from the outside in.
  package var allAttachments: [Attachment] {
    var all = attachments
    func add(_ steps: [Step]) {
      for step in steps {
        all += step.attachments
        add(step.children)
      }
    }
    add(steps)
    return all
  }

  /// Keeps only the failing path if the steps are longer than `limit`, and no step if that is too
  /// long, too.
  package mutating func shortenSteps(to limit: Int) {
    guard !steps.isEmpty, steps.size > limit else { return }
    let count = steps.totalCount
    let path = steps.onlyFailingPath
    steps = path.size > limit ? [] : path
    stepsLeftOut += count - steps.totalCount
  }
}
