import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetImporter {
  mutating func readDataset(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.dataset, in: &reader) else { return }
    while let key = fields.next(&reader) {
      switch key {
      case .schema: reader.skipValue()
      case .version: readVersion(&reader)
      case .title: keep(reader.string("title"), in: \.title)
      case .subtitle: keep(reader.string("subtitle"), in: \.subtitle)
      case .summary:
        input.hasSummary = dataset.summary == nil
        keep(reader.string("summary"), in: \.summary)
      case .url:
        input.url = reader.string("url")
        keep(input.url, in: \.url)
      case .project: keep(reader.string("project"), in: \.project)
      case .run: readRun(&reader)
      case .now:
        let now = reader.time("now")
        if let last = dataset.nows.indices.last { dataset.nows[last] = now }
        keep(now, in: \.now, source: \.nowSource, reader.valuePosition)
      case .timeZone:
        input.timeZone = reader.string("timeZone")
        input.timeZoneSource = mark(reader.valuePosition)
        keep(input.timeZone, in: \.timeZone, source: \.timeZoneSource, reader.valuePosition)
      case .locale:
        keep(reader.string("locale"), in: \.locale, source: \.localeSource, reader.valuePosition)
      case .bannerPosition:
        keep(
          DatasetChoices.bannerPosition.read(&reader, name: "bannerPosition"), in: \.bannerPosition)
      case .textFormat: input.formats.text = reader.format("textFormat")
      case .detailsFormat: input.formats.details = reader.format("detailsFormat")
      case .categories: readCategories(&reader)
      case .categoryOrder:
        keep(
          DatasetChoices.categoryOrder.read(&reader, name: "categoryOrder"), in: \.categoryOrder)
      case .messages: readMessages(&reader)
      case .timeline: readTimeline(&reader)
      case .sort: readSort(&reader)
      case .filters: readFilters(&reader)
      case .scope: readScope(&reader)
      case .known: known.read(&reader)
      case .durations: readDurations(&reader)
      case .reports: input.reports = readReports(&reader)
      case .reference: keep(readReference(&reader), in: \.reference)
      }
    }
  }

  /// Sets a setting unless an earlier file has set it.
  private mutating func keep<Value>(
    _ value: Value?, in setting: WritableKeyPath<Dataset, Value?>
  ) {
    if dataset[keyPath: setting] == nil { dataset[keyPath: setting] = value }
  }

  private mutating func keep<Value>(
    _ value: Value?, in setting: WritableKeyPath<Dataset, Value?>,
    source: WritableKeyPath<Dataset, SourceMark?>, _ position: JSONReader.Position
  ) {
    guard dataset[keyPath: setting] == nil, let value else { return }
    dataset[keyPath: setting] = value
    dataset[keyPath: source] = mark(position)
  }

  private func readVersion(_ reader: inout JSONReader) {
    guard let version = reader.number("version"), version != 1 else { return }
    let written = VisibleText.quoted(reader.textString)
    reader.report(
      .error, "unsupported-version", at: reader.valuePosition,
      "unsupported dataset version \(written)", help: ["use version 1"])
  }

  private mutating func readCategories(_ reader: inout JSONReader) {
    guard reader.beginArray("categories") else { return }
    var own: Set<String> = []
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.category, in: &reader) else { continue }
      var id: String?
      var title: String?
      var position = fields.start
      while let key = fields.next(&reader) {
        switch key {
        case .id:
          id = reader.string("id")
          position = reader.valuePosition
        case .title: title = reader.string("title")
        }
      }
      guard let id, let title else { continue }
      if !own.insert(id).inserted {
        reader.report(
          .warning, "duplicate-category", at: position,
          "the category \(VisibleText.quoted(id)) is listed twice", help: ["the first one is used"])
      } else if !knownCategories.contains(id) {
        knownCategories.insert(id)
        if categoryIDs.insert(id).inserted {
          dataset.categories.append(Dataset.Category(id: id, title: title))
        }
      }
    }
  }

  private mutating func readSort(_ reader: inout JSONReader) {
    guard reader.peek() == .array else { return reader.rejectType("an array", name: "sort") }
    let position = reader.valuePosition
    let sort = reader.strings("sort")
    keep(sort, in: \.sort, source: \.sortSource, position)
  }
}
