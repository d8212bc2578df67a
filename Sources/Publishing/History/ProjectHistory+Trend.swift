package import Composing
import Diagnostics
import JSON
import Model

extension ProjectHistory {
  /// The runs before a run that its trend shows, the oldest first.
  package func trend(
    before run: PublishedRun, from ancestor: PublishedRun? = nil
  ) -> [TrendRun] {
    var found: [TrendRun] = []
    runs(before: run, from: ancestor) { other in
      if !other.isOfBranch { found.append(other.trendRun) }
      return found.count < TrendRun.earlier
    }
    return found.reversed()
  }
}

extension ProjectHistory {
  /// The broken limits of change and the steps of a run, against the runs before it.
  ///
  /// - Parameters:
  ///   - ancestor: If given, the run comes directly after this one.
  ///   - baseline: The run to compare with in place of the last one.
  func metricChanges(
    of dataset: Dataset, at run: PublishedRun, as identity: RunIdentity,
    from ancestor: PublishedRun? = nil, since baseline: Dataset? = nil, _ context: Composer.Context
  ) -> MetricMessages {
    let watch = MetricWatch(dataset, context)
    var earlier: [RunFigures] = []
    if watch.needsHistory(of: dataset) {
      runs(before: run, from: ancestor) { other in
        if !identity.isSameReport(run, other), other.isBaseline,
          let figures = files.run(other.id)?.figures ?? other.figures
        {
          earlier.append(figures)
        }
        return earlier.count < RunFigures.earlier
      }
    }
    return watch.changes(in: dataset, since: baseline, earlier: earlier.reversed())
  }
}

extension ProjectHistory {
  /// Adds the messages about changed numbers to a run; returns the problems.
  ///
  /// - Parameter memory: The dataset as the site stores it.
  func watch(
    _ dataset: inout Dataset, _ memory: inout [UInt8], of run: inout PublishedRun,
    as identity: RunIdentity, from ancestor: PublishedRun?, _ context: Composer.Context
  ) -> [Diagnostic] {
    let found = metricChanges(of: dataset, at: run, as: identity, from: ancestor, context)
    guard found.isNews(in: dataset) else { return found.problems }
    found.add(to: &dataset)
    memory = PublishedRun.memory(of: dataset)
    (run.given, run.digest) = (run.digest, PublishedRun.digest(memory))
    return found.problems
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
  func write(to writer: inout JSONWriter, withMetrics: Bool) {
    writer.key("facts")
    writer.array { writer in
      for fact in withMetrics ? facts[...] : facts.prefix(Self.mostFacts) {
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
      facts: facts.prefix(Self.mostFacts + Self.mostMetrics).compactMap { parts in
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
