internal import Localization
internal import Model
internal import Time

/// Assigns each message to a section (see "Order of messages and sections"). The sections are the
/// categories listed by the dataset, then unlisted categories in order of appearance, then the
/// urgencies of messages without a category.
struct CategoryAssignment {
  struct Slot {
    /// nil for the slot of an urgency.
    var category: String?
    var title: String
    /// The name for filters.
    var name: String
  }

  /// The properties of a message for most decisions. Messages are large, so each one is visited
  /// once.
  struct Facts {
    /// The time in seconds; `SortValue.missing` without a time.
    var seconds: Int64
    /// The slot. Negative for slots by urgency, until they are resolved at the end.
    fileprivate var filed: Int32
    var urgency: Urgency
    var kind: Message.Kind
  }

  private(set) var slots: [Slot] = []
  /// The number of leading slots in the order of the dataset.
  let listed: Int
  /// The facts of each message.
  private(set) var facts: [Facts] = []
  private var numbers: [String: Int32] = [:]

  init(_ dataset: Dataset, _ locale: Locale, _ zone: TimeZoneRules) {
    for category in dataset.categories where numbers[category.id] == nil {
      let title = category.title.isEmpty ? category.id : category.title
      numbers[category.id] = Int32(clamping: slots.count)
      slots.append(Slot(category: category.id, title: title, name: category.id))
    }
    listed = dataset.categoryOrder == .urgency ? 0 : slots.count
    facts.reserveCapacity(dataset.messages.count)
    dataset.messages.withUnsafeBufferPointer { messages in
      let blank = numbers[""]
      // Adjacent messages often share a category, and comparing is cheaper than a look-up.
      var last = (category: "", number: blank)
      for index in messages.indices {
        let urgency = messages[index].urgency
        var number: Int32?
        if let category = messages[index].category {
          if category.isEmpty {
            number = blank
          } else if category == last.category {
            number = last.number
          } else {
            number = numbers[category] ?? add(category)
            last = (category, number)
          }
        }
        let seconds = messages[index].time.map { zone.instant(of: $0).seconds }
        facts.append(
          Facts(
            seconds: seconds ?? SortValue.missing,
            filed: number ?? CategoryAssignment.number(of: urgency),
            urgency: urgency, kind: messages[index].kind))
      }
    }
    for urgency in Urgency.allCases.reversed() {
      slots.append(
        Slot(category: nil, title: locale.word(for: urgency), name: urgency.rawValue))
    }
  }

  /// The maximum number of messages in each slot.
  var counts: [Int] {
    var counts = [Int](repeating: 0, count: slots.count)
    for fact in facts { counts[slot(filed: fact.filed)] += 1 }
    return counts
  }

  /// Keeps the facts of some messages. The slots stay.
  mutating func keep(_ kept: [Int]) {
    facts = kept.map { facts[$0] }
  }

  func slot(of message: Int) -> Int {
    slot(filed: facts[message].filed)
  }

  /// The slot for a message of another dataset, the baseline; nil for an unknown category.
  func slot(of message: borrowing Message) -> Int? {
    if let category = message.category, let number = numbers[category] { return Int(number) }
    return message.category.filled == nil
      ? slot(filed: CategoryAssignment.number(of: message.urgency)) : nil
  }

  private static func number(of urgency: Urgency) -> Int32 {
    -1 - Int32(urgency.rank)
  }

  private func slot(filed: Int32) -> Int {
    filed >= 0 ? Int(filed) : slots.count + Int(filed)
  }

  private mutating func add(_ id: String) -> Int32 {
    let number = Int32(clamping: slots.count)
    slots.append(Slot(category: id, title: id, name: id))
    numbers[id] = number
    return number
  }
}
