internal import Basics
internal import Model

/// Which section each message belongs to (M13): the dataset's categories in their order, then
/// categories that it does not list in order of appearance, then, for messages without a category,
/// one for each urgency from the highest.
struct CategoryAssignment {
  struct Slot {
    /// nil for the slots by urgency.
    var category: String?
    var title: String
    /// The word that a filter can name it by.
    var name: String
  }

  /// What most decisions ask of a message. A message itself is large, and a report may have a
  /// million of them: each is visited once, here.
  struct Facts {
    /// When it happened; `SortPlace.missing` when that is not said.
    var seconds: Int64
    /// Below zero for slots by urgency, whose place is known at the end.
    fileprivate var filed: Int32
    var urgency: Urgency
    var kind: Message.Kind
  }

  private(set) var slots: [Slot] = []
  /// Parallel to the messages.
  private(set) var facts: [Facts] = []
  private var places: [String: Int32] = [:]

  init(_ dataset: Dataset, _ locale: Locale, _ zone: TimeZoneRules) {
    for category in dataset.categories where places[category.id] == nil {
      add(category.id, title: category.title)
    }
    facts.reserveCapacity(dataset.messages.count)
    dataset.messages.withUnsafeBufferPointer { messages in
      let blank = places[""]
      // Neighbours are mostly of one category; comparing is cheaper than looking up.
      var last = (category: "", place: blank)
      for index in messages.indices {
        let urgency = messages[index].urgency
        var place: Int32?
        if let category = messages[index].category {
          if category.isEmpty {
            place = blank
          } else if category == last.category {
            place = last.place
          } else {
            place = places[category] ?? add(category, title: "")
            last = (category, place)
          }
        }
        let seconds = messages[index].time.map { zone.instant(of: $0).seconds }
        facts.append(
          Facts(
            seconds: seconds ?? SortPlace.missing,
            filed: place ?? CategoryAssignment.place(of: urgency),
            urgency: urgency, kind: messages[index].kind))
      }
    }
    for urgency in Urgency.allCases.reversed() {
      slots.append(
        Slot(category: nil, title: locale.word(for: urgency), name: urgency.rawValue))
    }
  }

  func slot(of message: Int) -> Int {
    slot(filed: facts[message].filed)
  }

  /// The slot of a message of another dataset, the baseline's; nil for a category unknown here.
  func slot(of message: borrowing Message) -> Int? {
    if let category = message.category, let place = places[category] { return Int(place) }
    return message.category.filled == nil
      ? slot(filed: CategoryAssignment.place(of: message.urgency)) : nil
  }

  private static func place(of urgency: Urgency) -> Int32 {
    -1 - Int32(urgency.rank)
  }

  private func slot(filed: Int32) -> Int {
    filed >= 0 ? Int(filed) : slots.count + Int(filed)
  }

  @discardableResult
  private mutating func add(_ id: String, title: String) -> Int32 {
    let place = Int32(clamping: slots.count)
    slots.append(Slot(category: id, title: title.isEmpty ? id : title, name: id))
    places[id] = place
    return place
  }
}
