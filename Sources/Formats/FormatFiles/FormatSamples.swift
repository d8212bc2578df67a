import Model

/// The numbers of facts that choose one of them.
struct FormatSamples: Sendable {
  /// A report may have a title for each of its requests.
  private static let mostTitles = 100

  private var places: [String: Int] = [:]
  private var all: [(fact: Dataset.Run.Fact, choice: FormatFact.Choice, numbers: [Double])] = []

  mutating func add(_ fact: Dataset.Run.Fact, _ choice: FormatFact.Choice) {
    guard let number = fact.number else { return }
    if let place = places[fact.title] {
      all[place].numbers.append(number)
    } else if all.count < Self.mostTitles {
      places[fact.title] = all.count
      all.append((fact, choice, [number]))
    }
  }

  var facts: [Dataset.Run.Fact] {
    all.compactMap { fact, choice, numbers in
      choice.number(of: numbers.sorted()).map {
        Dataset.Run.Fact(
          title: fact.title, measuring: $0, unit: fact.unit, better: fact.better)
      }
    }
  }
}
