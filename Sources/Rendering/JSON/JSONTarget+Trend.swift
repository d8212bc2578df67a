import Composing
import JSON
import Model
import Time

extension JSONTarget {
  /// Writes the figures of the last runs, the oldest first.
  func writeTrend(_ writer: inout JSONWriter) {
    guard let trend = report.trend else { return }
    writer.key("trend")
    writer.object { writer in
      writer.member("text", trend.text)
      writer.key("runs")
      writer.array { writer in for run in trend.runs { write(run, &writer) } }
    }
  }

  private func write(_ run: TrendRun, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("run", run.id.isEmpty ? nil : run.id)
      writer.member("time", run.wall.machineTime)
      writer.member("status", run.status?.rawValue)
      writer.member("urgency", run.urgency.rawValue)
      writer.key("counts")
      writer.object { writer in
        for urgency in Urgency.allCases.reversed() {
          writer.member(urgency.rawValue, run.counts[urgency])
        }
      }
      writer.member("new", run.new)
      writer.member("fixed", run.fixed)
      guard let figures = run.figures else { return }
      writer.key("facts")
      writer.array { writer in
        for fact in figures.facts {
          writer.object { writer in
            writer.member("title", fact.title)
            writer.member("value", fact.value)
            writer.member("number", fact.number)
          }
        }
      }
      writer.key("categories")
      writer.array { writer in
        for category in figures.categories {
          writer.object { writer in
            writer.member("id", category.id)
            writer.member("title", category.title)
            writer.member("count", category.count)
          }
        }
      }
      writer.member("categoryCount", figures.categoryCount)
    }
  }

  /// Writes the lists of the slow tests, the unsteady tests and the longest failures.
  func writeTestLists(_ writer: inout JSONWriter) {
    if report.testLists.isEmpty { return }
    writer.key("tests")
    writer.object { writer in
      for list in report.testLists {
        writer.key(list.kind.rawValue)
        writer.object { writer in
          writer.member("count", list.count)
          writer.key("items")
          writer.array { writer in for item in list.items { write(item, &writer) } }
        }
      }
    }
  }

  private func write(_ item: TestList.Item, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("title", item.title)
      writer.member("text", item.text)
      writer.member("seconds", item.seconds)
      writer.member("usual", item.usual)
      write(item.history, &writer)
    }
  }
}
