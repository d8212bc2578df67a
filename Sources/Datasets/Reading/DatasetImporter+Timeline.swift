import Diagnostics
internal import Inputs
internal import JSON
internal import Model

/// The timeline settings of the files; the first file that has a setting decides.
struct TimelineSettings: Sendable {
  var title: String?
  var order: TimelineData.Order?
  var groupBy: TimelineData.Grouping?
  var headerFormat: String?
  var headerFormatSource: SourceMark?
  var timestampFormat: String?
  var timestampFormatSource: SourceMark?
  var previewFormat: String?
  var previewFormatSource: SourceMark?
  var todayText: Bool?

  func apply(to timeline: inout TimelineData?) {
    guard let entries = timeline?.entries else { return }
    var result = TimelineData(
      title: title, order: order ?? .ascending, groupBy: groupBy ?? .auto,
      headerFormat: headerFormat, timestampFormat: timestampFormat, previewFormat: previewFormat,
      todayText: todayText ?? true, entries: entries)
    result.headerFormatSource = headerFormatSource
    result.timestampFormatSource = timestampFormatSource
    result.previewFormatSource = previewFormatSource
    timeline = result
  }
}

extension DatasetImporter {
  mutating func readTimeline(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.timeline, in: &reader, as: "timeline") else { return }
    if dataset.timeline == nil { dataset.timeline = TimelineData() }
    while let key = fields.next(&reader) {
      switch key {
      case .title:
        let title = reader.string("title")
        timelineSettings.title = timelineSettings.title ?? title
      case .order:
        let order = DatasetChoices.order.read(&reader, name: "order")
        timelineSettings.order = timelineSettings.order ?? order
      case .groupBy:
        let groupBy = DatasetChoices.grouping.read(&reader, name: "groupBy")
        timelineSettings.groupBy = timelineSettings.groupBy ?? groupBy
      case .headerFormat:
        keepFormat(
          reader.string("headerFormat"), \.headerFormat, \.headerFormatSource, reader.valuePosition)
      case .timestampFormat:
        keepFormat(
          reader.string("timestampFormat"), \.timestampFormat, \.timestampFormatSource,
          reader.valuePosition)
      case .previewFormat:
        keepFormat(
          reader.string("previewFormat"), \.previewFormat, \.previewFormatSource,
          reader.valuePosition)
      case .todayText:
        let todayText = reader.boolean("todayText")
        timelineSettings.todayText = timelineSettings.todayText ?? todayText
      case .entries: readEntries(&reader)
      }
    }
  }

  private mutating func keepFormat(
    _ format: String?, _ setting: WritableKeyPath<TimelineSettings, String?>,
    _ source: WritableKeyPath<TimelineSettings, SourceMark?>, _ position: JSONReader.Position
  ) {
    guard timelineSettings[keyPath: setting] == nil, let format else { return }
    timelineSettings[keyPath: setting] = format
    timelineSettings[keyPath: source] = mark(position)
  }
}
