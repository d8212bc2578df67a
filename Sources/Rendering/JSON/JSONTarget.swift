import Composing
import Diagnostics
import JSON
import Localization
import Model
import Time

extension OutputFormat {
  package static let json = OutputFormat(
    name: "json", title: "JSON", fileName: "report.json", endings: ["json"],
    mimeType: "application/json", isAttachable: true, usesTemplate: false
  ) { job, outlet in JSONTarget(job.report).render(to: outlet, threads: job.threads) }
}

/// Writes the decisions of a report as JSON, with the content of all other targets in structured
/// form.
struct JSONTarget: Sendable {
  let report: Report
  let saying: MessageLabels
  let histories: ShownHistories
  /// The number of the cause of each failure in `leads`, from 1.
  let leadNumbers: [Int: Int]

  init(_ report: Report) {
    self.report = report
    histories = report.shownHistories
    saying = MessageLabels(report)
    leadNumbers = Self.leadNumbers(of: report)
  }

  func render(to outlet: Outlet, threads: Int = 1) -> [Diagnostic] {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("title", report.title)
      writer.member("subtitle", report.subtitle)
      writer.member("summary", report.summary)
      writer.member("project", report.project)
      writer.member("url", report.url)
      if report.base != report.url { writer.member("base", report.base) }
      writer.member("summaryBase", report.summaryBase)
      writer.member("locale", report.locale.tag)
      writer.member("timeZone", report.zone.name)
      writer.member("now", report.machineNow)
      writer.member("asOf", report.asOf)
      writeRun(&writer)
      writeGaps(&writer)
      writeVerdict(&writer)
      writeLeads(&writer)
      writeOrigins(&writer)
      writeDiff(&writer)
      writeCommits(&writer)
      writeEnvironment(&writer)
      writeComparison(&writer)
      writeTrend(&writer)
      writeTestLists(&writer)
      writer.key("alerts")
      writer.array { writer in for index in report.alerts { write(index, &writer) } }
      writer.key("banners")
      writer.array { writer in for index in report.banners { write(index, &writer) } }
      writer.member("bannerPosition", report.bannerPosition.rawValue)
      writer.member("detailsView", report.detailsView.rawValue)
      writeSections(&writer, threads: threads, to: outlet)
      writeCategories(&writer)
      writeKnown(&writer)
      writeTimeline(&writer)
      writer.member("filter", report.filterNote.map(PhraseValue.unmarked))
      writer.member("sort", report.sortNote)
      writer.member("scope", report.scopeNote)
      writeList("sortedBy", report.sort.map(\.written), &writer)
      writeList("fastFilters", report.fastFilters, &writer)
    }
    writer.flush(to: outlet, endingLine: true)
    return []
  }

  func writeRun(_ writer: inout JSONWriter) {
    guard let run = report.run else { return }
    writer.key("run")
    writer.object { writer in
      writer.member("status", run.status?.rawValue)
      writer.member("urgency", run.urgency.rawValue)
      writer.member("headline", run.headline)
      writer.member("isAlarming", run.isAlarming)
      writer.member("reason", run.reason)
      writer.key("facts")
      writer.array { writer in
        for fact in run.facts {
          writer.object { writer in
            writer.member("title", fact.title)
            writer.member("value", fact.value)
            writer.member("number", fact.number)
            writer.member("unit", fact.unit)
            writer.member("better", fact.better?.rawValue)
            writer.member("url", fact.url)
            write(fact.origins, &writer)
          }
        }
      }
      write(run.skipReasons, others: run.otherSkips, &writer)
      write(run.coverage, &writer)
      writer.member(run.properties)
    }
  }

  private func write(
    _ reasons: [Dataset.Run.SkipReason], others: Int, _ writer: inout JSONWriter
  ) {
    if reasons.isEmpty { return }
    writer.key("skipReasons")
    writer.array { writer in
      for reason in reasons {
        writer.object { writer in
          writer.member("text", reason.text)
          writer.member("count", reason.count)
        }
      }
      if others > 0 { writer.object { $0.member("count", others) } }
    }
  }

  private func write(_ origins: [Dataset.Run.Fact.Origin], _ writer: inout JSONWriter) {
    if origins.isEmpty { return }
    writer.key("origins")
    writer.array { writer in
      for origin in origins {
        writer.object { writer in
          writer.member("input", origin.input)
          writer.member("value", origin.value)
          writer.member("number", origin.number)
        }
      }
    }
  }

  func writeVerdict(_ writer: inout JSONWriter) {
    let verdict = report.verdict
    writer.key("verdict")
    writer.object { writer in
      writer.member("kind", verdict.kind.rawValue)
      writer.member("text", verdict.text)
      writer.member("urgency", verdict.urgency.rawValue)
      writer.member("total", verdict.total)
      writer.member("shown", verdict.shown)
      writer.key("counts")
      writer.object { writer in
        for count in verdict.counts { writer.member(count.urgency.rawValue, count.count) }
      }
    }
  }

  func writeComparison(_ writer: inout JSONWriter) {
    guard let comparison = report.comparison else { return }
    writer.key("comparison")
    writer.object { writer in
      writer.member("headline", comparison.headline?.text)
      writer.member("text", comparison.text)
      writer.member("hasNews", comparison.hasNews)
      writer.member("new", comparison.new)
      if comparison.back > 0 { writer.member("back", comparison.back) }
      writer.member("worse", comparison.worse)
      if comparison.expired > 0 { writer.member("expired", comparison.expired) }
      writer.member("better", comparison.better)
      writer.member("still", comparison.still)
      writer.member("fixed", comparison.fixed)
      if comparison.removed > 0 { writer.member("removed", comparison.removed) }
      writer.member("unseen", comparison.unseen)
      for (key, unseen) in [
        ("stillUnseen", comparison.stillUnseen), ("forgotten", comparison.forgotten),
      ] where unseen.count > 0 {
        writer.member(key, unseen.count)
      }
      writer.member("gone", comparison.gone)
      write(comparison.run, among: comparison.counts, &writer)
      write(comparison.coverage, &writer)
      write(comparison.tests, &writer)
      for change in [Report.Change.fixed, .removed, .unseen, .gone] {
        let lost = comparison.lost(to: change)
        if change == .removed, lost.messages.isEmpty { continue }
        writeList(
          "\(change.rawValue)Messages", lost.messages, change, lost.histories, &writer)
      }
    }
  }

  private func write(
    _ change: RunChange?, among counts: ChangeCounts, _ writer: inout JSONWriter
  ) {
    guard let change else { return }
    writer.key("run")
    writer.object { writer in
      writer.member("before", change.before?.rawValue)
      writer.member("now", change.now?.rawValue)
      writer.member("text", report.locale.label(for: change))
    }
  }

  private func write(_ coverage: Coverage, _ writer: inout JSONWriter) {
    let loss = coverage.loss
    guard loss.tests != nil || coverage.files != nil || coverage.isLess || coverage.earlier != nil
    else { return }
    writer.key("coverage")
    writer.object { writer in
      writer.member("isLess", coverage.isLess)
      write(loss, files: coverage.files, &writer)
      guard let earlier = coverage.earlier else { return }
      writer.key("earlier")
      writer.object { writer in
        writer.member("date", earlier.date?.machineTime)
        write(earlier.loss, &writer)
      }
    }
  }

  private func write(
    _ loss: CoverageLoss, files: Coverage.Count? = nil, _ writer: inout JSONWriter
  ) {
    for (key, count) in [("tests", loss.tests), ("files", files)] {
      guard let count else { continue }
      writer.key(key)
      writer.object { writer in
        writer.member("now", count.now)
        writer.member("before", count.before)
      }
    }
    for (key, names) in [
      ("missingTools", loss.missingTools), ("missingInputs", loss.missingInputs),
    ] where !names.isEmpty {
      writeList(key, names, &writer)
    }
  }

  private func write(_ tests: TestChanges, _ writer: inout JSONWriter) {
    if tests.isEmpty { return }
    writer.key("tests")
    writer.object { writer in
      for (key, list) in [("added", tests.added), ("removed", tests.removed)] {
        writer.key(key)
        writer.object { writer in
          writer.member("count", list.count)
          writeList("names", list.names, &writer)
        }
      }
      writer.key("renamed")
      writer.array { writer in
        for pair in tests.renamed {
          writer.object { writer in
            writer.member("before", pair.before)
            writer.member("now", pair.now)
          }
        }
      }
    }
  }

  private func writeList(
    _ key: String, _ messages: [Message], _ change: Report.Change, _ histories: [MessageHistory],
    _ writer: inout JSONWriter
  ) {
    writer.key(key)
    writer.array { writer in
      for (index, message) in messages.enumerated() {
        write(
          message, change: change, history: index < histories.count ? histories[index] : nil,
          &writer)
      }
    }
  }

  func writeList(_ key: String, _ texts: [String], _ writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in for text in texts { writer.value(text) } }
  }

  /// Writes all categories with their alerts and banners, which are in no section.
  private func writeCategories(_ writer: inout JSONWriter) {
    writer.key("categories")
    writer.array { writer in
      for (index, category) in report.categories.enumerated() {
        writer.object { writer in
          writer.member("title", category.title)
          writer.member("isGiven", category.isGiven)
          writer.member("isOffered", index < report.offeredCategories)
          writer.member("count", category.count)
          writer.member("above", category.above.count)
        }
      }
    }
  }

  func writeSections(_ writer: inout JSONWriter, threads: Int, to outlet: Outlet) {
    writer.key("sections")
    writer.array { writer in
      for section in report.sections {
        writer.object { writer in
          writer.member("title", section.title)
          writer.member("category", section.category)
          writer.member("urgency", section.urgency.rawValue)
          writer.member("count", section.items.count)
          writeGroups(section, &writer)
          if section.leftOut > 0 { writer.member("leftOut", section.leftOut) }
          writer.key("messages")
          writer.array { writer in writeMessages(of: section, &writer, threads, outlet) }
        }
      }
    }
  }

  private func writeMessages(
    of section: Report.Section, _ writer: inout JSONWriter, _ threads: Int, _ outlet: Outlet
  ) {
    let items = section.blocks.flatMap { block in
      section.items[block.items].map { (index: $0, group: block.group.map { $0 + 1 }) }
    }
    writer.elements(count: items.count, threads: threads, to: outlet) { position, writer in
      write(items[position].index, group: items[position].group, &writer)
    }
  }

  /// Writes the groups of similar messages. Their members refer to them by number.
  private func writeGroups(_ section: Report.Section, _ writer: inout JSONWriter) {
    if section.groups.isEmpty { return }
    writer.key("groups")
    writer.array { writer in
      for (index, group) in section.groups.enumerated() {
        writer.object { writer in
          writer.member("group", index + 1)
          writer.member("likeness", group.likeness.rawValue)
          writer.member("title", group.title)
          writer.member("common", group.common)
          writer.member("urgency", group.urgency.rawValue)
          writer.member("count", group.count)
          if !report.changes.isEmpty {
            writer.member("new", group.new)
            writer.member("worse", group.worse)
          }
        }
      }
    }
  }
}
