internal import Basics
internal import Model

/// Which section each message belongs to (M13): the dataset's categories in their order, then
/// categories that it does not list in order of appearance, then, for messages without a category,
/// one for each urgency from the highest.
struct Filing {
  struct Slot {
    /// nil for the slots by urgency.
    var category: String?
    var title: String
    /// The word that a filter can name it by.
    var name: String
  }

  private(set) var slots: [Slot] = []
  /// Parallel to the messages. Below zero for slots by urgency, whose place is known at the end.
  private var filed: [Int32] = []
  private var places: [String: Int32] = [:]

  init(_ dataset: Dataset, locale: Locale) {
    for category in dataset.categories where places[category.id] == nil {
      add(category.id, title: category.title)
    }
    filed.reserveCapacity(dataset.messages.count)
    dataset.messages.withUnsafeBufferPointer { messages in
      var last: (category: String, place: Int32)?
      for message in messages {
        guard let category = message.category, !category.isEmpty || places[""] != nil else {
          filed.append(-1 - Int32(message.urgency.rank))
          continue
        }
        // Neighbours are mostly of one category; comparing is cheaper than looking up.
        if let last, last.category == category {
          filed.append(last.place)
          continue
        }
        let place = places[category] ?? add(category, title: "")
        last = (category, place)
        filed.append(place)
      }
    }
    for urgency in Urgency.allCases.reversed() {
      slots.append(
        Slot(category: nil, title: locale.word(for: urgency), name: urgency.rawValue))
    }
  }

  func slot(of message: Int) -> Int {
    slot(filed: filed[message])
  }

  /// The slot of a message of another dataset, the baseline's; nil for a category unknown here.
  func slot(of message: Message) -> Int? {
    guard let category = message.category.filled else {
      return slot(filed: -1 - Int32(message.urgency.rank))
    }
    return places[category].map(Int.init)
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
