import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  mutating func readDataset(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.dataset, in: &reader) else { return }
    while let key = fields.next(&reader) {
      switch key {
      case .schema: reader.skipValue()
      case .version: readVersion(&reader)
      case .title: contents.dataset.title = reader.string("title")
      case .subtitle: contents.dataset.subtitle = reader.string("subtitle")
      case .summary: contents.dataset.summary = reader.string("summary")
      case .url: contents.dataset.url = reader.string("url")
      case .project: contents.dataset.project = reader.string("project")
      case .run: readRun(&reader)
      case .now:
        contents.dataset.now = reader.time("now")
        contents.dataset.nowSource = mark(reader.valuePosition)
      case .timeZone:
        contents.dataset.timeZone = reader.string("timeZone")
        contents.dataset.timeZoneSource = mark(reader.valuePosition)
      case .locale:
        contents.dataset.locale = reader.string("locale")
        contents.dataset.localeSource = mark(reader.valuePosition)
      case .bannerPosition:
        contents.dataset.bannerPosition = DatasetChoices.bannerPosition.read(
          &reader, name: "bannerPosition")
      case .detailsView:
        contents.dataset.detailsView = DatasetChoices.detailsView.read(
          &reader, name: "detailsView")
      case .textFormat: formats.text = reader.format("textFormat")
      case .detailsFormat: formats.details = reader.format("detailsFormat")
      case .categories: readCategories(&reader)
      case .categoryOrder:
        contents.dataset.categoryOrder = DatasetChoices.categoryOrder.read(
          &reader, name: "categoryOrder")
      case .messages: readMessages(&reader)
      case .timeline: readTimeline(&reader)
      case .sort: readSort(&reader)
      case .filters: readFilters(&reader)
      case .scope: readScope(&reader)
      case .known: contents.known.read(&reader)
      case .thresholds: readThresholds(&reader)
      case .durations: readDurations(&reader)
      case .reports: contents.dataset.reports = readReports(&reader)
      case .reference: contents.dataset.reference = readReference(&reader)
      }
    }
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
      } else {
        contents.dataset.categories.append(Dataset.Category(id: id, title: title))
      }
    }
  }

  private mutating func readThresholds(_ reader: inout JSONReader) {
    guard reader.peek() == .array else { return reader.rejectType("an array", name: "thresholds") }
    let position = reader.valuePosition
    contents.dataset.thresholds = reader.strings("thresholds")
    contents.dataset.thresholdsSource = mark(position)
  }

  private mutating func readSort(_ reader: inout JSONReader) {
    guard reader.peek() == .array else { return reader.rejectType("an array", name: "sort") }
    let position = reader.valuePosition
    contents.dataset.sort = reader.strings("sort")
    contents.dataset.sortSource = mark(position)
  }
}
