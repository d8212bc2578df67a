package import Composing
import JSON

extension ProjectHistory {
  /// The runs before a run that its trend shows, the oldest first.
  package func trend(before run: PublishedRun) -> [TrendRun] {
    var found: [TrendRun] = []
    runs(before: run) { other in
      found.append(other.trendRun)
      return found.count < TrendRun.earlier
    }
    return found.reversed()
  }
}

extension PublishedRun {
  var trendRun: TrendRun {
    TrendRun(
      id: id, wall: wall, status: status, urgency: urgency, counts: counts, new: changes?.new,
      fixed: changes?.fixed, figures: figures)
  }
}

extension RunFigures {
  /// Writes the figures as members of a run's object.
  func write(to writer: inout JSONWriter) {
    writer.key("facts")
    writer.array { writer in
      for fact in facts {
        writer.array { writer in
          writer.value(fact.title)
          writer.value(fact.value)
          writer.value(fact.number)
        }
      }
    }
    writer.key("categories")
    writer.array { writer in
      for category in categories {
        writer.array { writer in
          writer.value(category.id)
          writer.value(category.count)
          if category.title != category.id { writer.value(category.title) }
        }
      }
    }
    if categoryCount != categories.count { writer.member("categoryCount", categoryCount) }
  }

  /// Reads the figures; nil for a run of an older site. What is damaged is left out.
  init?(_ json: JSONValue) {
    guard let facts = json["facts"]?.elements, let categories = json["categories"]?.elements else {
      return nil
    }
    self.init(
      facts: facts.prefix(Self.mostFacts).compactMap { row in
        let parts = row.elements
        guard parts.count == 3, let title = parts[0].string, let value = parts[1].string,
          let number = parts[2].number, abs(number) <= Self.largest
        else { return nil }
        return Fact(title: title, value: value, number: number)
      },
      categories: categories.prefix(Self.mostCategories).compactMap { row in
        let parts = row.elements
        guard 2...3 ~= parts.count, let id = parts[0].string, let count = parts[1].count else {
          return nil
        }
        return Category(id: id, title: parts.count > 2 ? parts[2].string ?? id : id, count: count)
      }, categoryCount: json["categoryCount"]?.count)
  }
}
