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

  /// Creates figures from the rows of a file; skips damaged rows.
  init(facts: [[JSONScalar]], categories: [[JSONScalar]], categoryCount: Int?) {
    self.init(
      facts: facts.prefix(Self.mostFacts).compactMap { parts in
        guard parts.count == 3, let title = parts[0].text, let value = parts[1].text,
          let number = parts[2].number, abs(number) <= Self.largest
        else { return nil }
        return Fact(title: title, value: value, number: number)
      },
      categories: categories.prefix(Self.mostCategories).compactMap { parts in
        guard 2...3 ~= parts.count, let id = parts[0].text, let count = parts[1].number?.asCount
        else { return nil }
        return Category(id: id, title: parts.count > 2 ? parts[2].text ?? id : id, count: count)
      }, categoryCount: categoryCount)
  }
}
