internal import JSON
package import Model
internal import Text
internal import Time

/// Writes a dataset as JSON that reads back as the same dataset, in a fixed order.
package struct DatasetWriter {
  private var writer = JSONWriter()
  private let hasContext: Bool

  private init(hasContext: Bool) {
    self.hasContext = hasContext
  }

  /// - Parameter hasContext: Whether the lines around locations are written.
  package static func bytes(_ dataset: Dataset, hasContext: Bool = true) -> [UInt8] {
    var writer = DatasetWriter(hasContext: hasContext)
    writer.write(dataset)
    return writer.writer.bytes
  }

  private mutating func write(_ dataset: Dataset) {
    let formats = CommonFormats(dataset)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("title", dataset.title)
      writer.member("subtitle", dataset.subtitle)
      writer.member("summary", dataset.summary)
      writer.member("url", dataset.url)
      writer.member("project", dataset.project)
      if let run = dataset.run { Self.write(run, &writer) }
      writer.member("now", dataset.now?.written)
      writer.member("timeZone", dataset.timeZone)
      writer.member("locale", dataset.locale)
      writer.member("bannerPosition", dataset.bannerPosition?.rawValue)
      writer.member("detailsView", dataset.detailsView?.rawValue)
      if formats.text != .markdown { writer.member("textFormat", formats.text.rawValue) }
      if formats.details != .markdown { writer.member("detailsFormat", formats.details.rawValue) }
      if !dataset.categories.isEmpty {
        writer.list("categories", dataset.categories) { category, writer in
          writer.member("id", category.id)
          writer.member("title", category.title)
        }
      }
      writer.member("categoryOrder", dataset.categoryOrder?.rawValue)
      if let scope = dataset.scope { Self.write(scope, &writer) }
      if !dataset.known.isEmpty { Self.write(dataset.known, &writer) }
      if !dataset.thresholds.isEmpty { writer.strings("thresholds", dataset.thresholds) }
      if !dataset.durations.isEmpty {
        writer.list("durations", dataset.durations) { duration, writer in
          writer.member("test", duration.test)
          writer.member("seconds", duration.seconds)
        }
      }
      if !dataset.reports.isEmpty { Self.write(dataset.reports, &writer) }
      if let reference = dataset.reference { Self.write(reference, &writer) }
      writer.list("messages", dataset.messages) {
        Self.write($0, formats, hasContext: hasContext, &$1)
      }
      if let timeline = dataset.timeline { Self.write(timeline, formats, &writer) }
      if let sort = dataset.sort { writer.strings("sort", sort) }
      if let filters = dataset.filters {
        writer.key("filters")
        writer.object { writer in
          if let fast = filters.fast { writer.strings("fast", fast) }
          writer.member("threshold", filters.threshold)
          writer.member("counter", filters.counter)
          writer.member("wrapped", filters.wrapped)
        }
      }
    }
  }

  private static func write(_ scope: RunScope, _ writer: inout JSONWriter) {
    writer.list("scope", scope.parts) { part, writer in
      writer.member("kind", part.kind?.rawValue)
      if let categories = part.categories { writer.strings("categories", categories) }
      if let files = part.files { writer.strings("files", files) }
      if let tests = part.tests { writer.strings("testDigests", tests.packed) }
      if let names = part.testsWithoutValues {
        writer.strings("digestsWithoutValues", names.packed)
      }
      if part.isExcept { writer.member("except", true) }
      if part.isSkipped { writer.member("skipped", true) }
      writer.member("environment", part.environment)
    }
  }

  private static func write(_ reports: [ReadReport], _ writer: inout JSONWriter) {
    writer.list("reports", reports) { report, writer in
      writer.member("input", report.input)
      writer.member("tool", report.tool)
      if !report.tests.values.isEmpty { writer.strings("testDigests", report.tests.packed) }
      if report.repeats > 0 { writer.member("repeats", report.repeats) }
      if report.isAlike { writer.member("alike", true) }
    }
  }

  private static func write(_ reference: CoverageReference, _ writer: inout JSONWriter) {
    writer.key("reference")
    writer.object { writer in
      writer.member("date", reference.date?.machineTime)
      writer.member("laterRuns", reference.laterRuns)
      writer.member("testsRun", reference.testsRun)
      writer.member("tests", reference.tests)
      if reference.removed != 0 { writer.member("removed", reference.removed) }
      write(reference.reports, &writer)
      writer.list("tools", reference.tools) { tool, writer in
        writer.member("id", tool.id)
        writer.member("title", tool.title)
      }
    }
  }

  private static func write(_ known: [KnownEntry], _ writer: inout JSONWriter) {
    func write(_ condition: KnownCondition, _ writer: inout JSONWriter) {
      writer.member("fingerprint", condition.fingerprint)
      writer.member("rule", condition.rule)
      writer.member("file", condition.file)
      writer.member("text", condition.text)
      writer.member("urgency", condition.urgency?.rawValue)
      if let count = condition.count, count > 1 { writer.member("count", count) }
    }
    writer.list("known", known) { entry, writer in
      if entry.isList {
        writer.list("messages", entry.conditions, write)
      } else if let condition = entry.conditions.first {
        write(condition, &writer)
      }
      writer.member("reason", entry.reason)
      writer.member("owner", entry.owner)
      writer.member("link", entry.link)
      writer.member("until", entry.until?.machineTime)
    }
  }

  private static func write(_ run: Dataset.Run, _ writer: inout JSONWriter) {
    writer.key("run")
    writer.object { writer in
      writer.member("status", run.status?.rawValue)
      writer.member("reason", run.reason)
      writer.member("started", run.started?.written)
      writer.member("finished", run.finished?.written)
      writer.member("commit", run.commit)
      writer.member("branch", run.branch)
      writer.member("commitURL", run.links.commit)
      writer.member("compareURL", run.links.compare)
      if !run.shortfalls.isEmpty {
        writer.list("shortfalls", run.shortfalls) { shortfall, writer in
          writer.member("input", shortfall.input)
          writer.member("text", shortfall.text)
        }
      }
      if !run.unread.isEmpty {
        writer.list("unread", run.unread.listed) { input, writer in
          writer.member("path", input.path)
          writer.member("reason", input.reason)
          writer.member("help", input.help)
        }
        if run.unread.more > 0 { writer.member("unreadMore", run.unread.more) }
      }
      if !run.skipReasons.isEmpty {
        writer.list("skipReasons", run.skipReasons) { reason, writer in
          writer.member("text", reason.text)
          writer.member("count", reason.count)
        }
      }
      write(run.coverage, &writer)
      writer.member(run.properties)
      if run.facts.isEmpty { return }
      writer.list("facts", run.facts) { fact, writer in
        writer.member("id", fact.id)
        writer.member("kind", fact.kind?.rawValue)
        writer.member("title", fact.title)
        writer.member("value", fact.value)
        writer.member("number", fact.number)
        writer.member("unit", fact.unit)
        writer.member("better", fact.better?.rawValue)
        if fact.origins.isEmpty { return }
        writer.list("origins", fact.origins) { origin, writer in
          writer.member("input", origin.input)
          writer.member("value", origin.value)
          writer.member("number", origin.number)
        }
      }
    }
  }

  private static func write(
    _ message: Message, _ formats: CommonFormats, hasContext: Bool, _ writer: inout JSONWriter
  ) {
    for field in MessageField.allCases {
      guard case .part(let part, _) = field.content else {
        writer.member(field, of: message)
        continue
      }
      write(part, of: message, formats, hasContext: hasContext, &writer)
    }
  }

  private static func write(
    _ part: MessageField.Part, of message: Message, _ formats: CommonFormats, hasContext: Bool,
    _ writer: inout JSONWriter
  ) {
    switch part {
    case .id: writer.member("id", message.id)
    case .urgency: writer.member("urgency", message.urgency.rawValue)
    case .kind: if message.kind != .message { writer.member("kind", message.kind.rawValue) }
    case .category: writer.member("category", message.category)
    case .title: writer.member("title", message.title)
    case .text:
      writer.member("text", message.text, as: message.textFormat, unless: formats.text)
    case .details:
      writer.member("details", message.details, as: message.detailsFormat, unless: formats.details)
    case .time: writer.member("time", message.time?.written)
    case .location: writer.member("location", message.location, hasContext: hasContext)
    case .testLocation:
      writer.member("testLocation", message.testLocation, hasContext: hasContext)
    case .link:
      guard let link = message.link else { return }
      writer.key("link")
      writer.object { writer in
        writer.member("title", link.title)
        writer.member("url", link.url)
      }
    case .actions:
      if message.actions.isEmpty { return }
      writer.list("actions", message.actions) { action, writer in
        writer.member("title", action.title)
        writer.member("url", action.url)
        if action.role != .default { writer.member("role", action.role.rawValue) }
      }
    case .attachments: write(message.attachments, &writer)
    case .steps: write(message.steps, &writer)
    case .progress:
      guard let progress = message.progress else { return }
      writer.key("progress")
      writer.object { writer in
        writer.member("done", progress.done)
        writer.member("of", progress.of)
      }
    case .persistence:
      switch message.persistence {
      case .persistent: break
      case .dismissible: writer.member("persistence", "dismissible")
      case .timed(let seconds):
        writer.member("persistence", "timed")
        writer.member("seconds", seconds)
      }
    case .properties: writer.member(message.properties)
    // Written with the text, the details and the persistence.
    case .textFormat, .detailsFormat, .seconds: break
    }
  }

  private static func write(
    _ timeline: TimelineData, _ formats: CommonFormats, _ writer: inout JSONWriter
  ) {
    writer.key("timeline")
    writer.object { writer in
      writer.member("title", timeline.title)
      writer.member("order", timeline.order.rawValue)
      writer.member("groupBy", timeline.groupBy.rawValue)
      writer.member("headerFormat", timeline.headerFormat)
      writer.member("timestampFormat", timeline.timestampFormat)
      writer.member("previewFormat", timeline.previewFormat)
      writer.member("todayText", timeline.todayText)
      writer.list("entries", timeline.entries) { write($0, formats, &$1) }
    }
  }

  private static func write(
    _ entry: TimelineEntry, _ formats: CommonFormats, _ writer: inout JSONWriter
  ) {
    writer.member("id", entry.id)
    switch entry.when {
    case .point(let time): writer.member("time", time.written)
    case .span(let start, let end):
      writer.member("start", start.written)
      writer.member("end", end?.written)
    }
    writer.member("tense", entry.tense?.rawValue)
    writer.member("milestone", entry.milestone?.rawValue)
    if entry.status != .none { writer.member("status", entry.status.rawValue) }
    writer.member("title", entry.title)
    writer.member("description", entry.description)
    writer.member("details", entry.details, as: entry.detailsFormat, unless: formats.details)
    writer.member("icon", entry.icon)
    writer.member("url", entry.url)
    writer.member("base", entry.base)
    if !entry.statuses.isEmpty {
      writer.list("statuses", entry.statuses) { status, writer in
        writer.member("text", status.text)
        writer.member("tone", status.tone.rawValue)
      }
    }
    if !entry.attributes.isEmpty { writer.strings("attributes", entry.attributes) }
    writer.member(entry.properties)
  }
}

/// The common format of all texts and of all details. It is written once for the file.
private struct CommonFormats {
  /// Markdown if the formats differ; each format is then written with its text.
  let text: TextFormat
  let details: TextFormat

  init(_ dataset: Dataset) {
    var (texts, details) = (Common(), Common())
    for message in dataset.messages {
      texts.add(message.textFormat, of: message.text)
      details.add(message.detailsFormat, of: message.details)
    }
    for entry in dataset.timeline?.entries ?? [] {
      details.add(entry.detailsFormat, of: entry.details)
    }
    text = texts.format
    self.details = details.format
  }

  private struct Common {
    private var first: TextFormat?
    private var differs = false

    var format: TextFormat { differs ? .markdown : first ?? .markdown }

    mutating func add(_ format: TextFormat, of text: String?) {
      guard text != nil else { return }
      differs = differs || first ?? format != format
      first = first ?? format
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(
    _ name: String, _ location: Message.Location?, hasContext: Bool
  ) {
    guard let location else { return }
    key(name)
    object { writer in
      writer.member("file", location.file)
      writer.member("line", location.line)
      writer.member("column", location.column)
      writer.member("url", location.url)
      if hasContext, let context = location.context { writer.strings("context", context.lines) }
    }
  }

  fileprivate mutating func strings(_ name: String, _ strings: [String]) {
    key(name)
    array { writer in for word in strings { writer.value(word) } }
  }

  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { writer in
      for element in elements { writer.object { write(element, &$0) } }
    }
  }
}

extension TimePoint {
  /// The time as written in a dataset; instants in UTC.
  fileprivate var written: String {
    switch self {
    case .date(let date): date.machineTime
    case .local(let wall): wall.machineTime
    case .instant(let instant): instant.machineTime(in: .utc)
    }
  }
}
