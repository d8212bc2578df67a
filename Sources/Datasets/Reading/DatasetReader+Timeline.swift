import Diagnostics
internal import Inputs
internal import JSON
internal import Model

/// The timeline settings of the files.
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

  /// Adds the settings of a later file. The first file that has a setting decides.
  mutating func add(_ later: TimelineSettings) {
    title = title ?? later.title
    order = order ?? later.order
    groupBy = groupBy ?? later.groupBy
    todayText = todayText ?? later.todayText
    if headerFormat == nil {
      (headerFormat, headerFormatSource) = (later.headerFormat, later.headerFormatSource)
    }
    if timestampFormat == nil {
      (timestampFormat, timestampFormatSource) =
        (later.timestampFormat, later.timestampFormatSource)
    }
    if previewFormat == nil {
      (previewFormat, previewFormatSource) = (later.previewFormat, later.previewFormatSource)
    }
  }

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

extension DatasetReader {
  mutating func readTimeline(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.timeline, in: &reader, as: "timeline") else { return }
    if contents.dataset.timeline == nil { contents.dataset.timeline = TimelineData() }
    while let key = fields.next(&reader) {
      switch key {
      case .title: contents.timelineSettings.title = reader.string("title")
      case .order:
        contents.timelineSettings.order = DatasetChoices.order.read(&reader, name: "order")
      case .groupBy:
        contents.timelineSettings.groupBy = DatasetChoices.grouping.read(&reader, name: "groupBy")
      case .headerFormat:
        contents.timelineSettings.headerFormat = reader.string("headerFormat")
        contents.timelineSettings.headerFormatSource = mark(reader.valuePosition)
      case .timestampFormat:
        contents.timelineSettings.timestampFormat = reader.string("timestampFormat")
        contents.timelineSettings.timestampFormatSource = mark(reader.valuePosition)
      case .previewFormat:
        contents.timelineSettings.previewFormat = reader.string("previewFormat")
        contents.timelineSettings.previewFormatSource = mark(reader.valuePosition)
      case .todayText: contents.timelineSettings.todayText = reader.boolean("todayText")
      case .entries: readEntries(&reader)
      }
    }
  }
}
