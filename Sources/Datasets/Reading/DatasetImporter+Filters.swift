internal import Inputs
internal import JSON
internal import Model

/// The filter settings of the files; the first file that has a setting decides.
struct FilterInput: Sendable {
  var isGiven = false
  var fast: [String]?
  var fastSource: SourceMark?
  var threshold: Int?
  var counter: Bool?
  var wrapped: Bool?

  var settings: Dataset.FilterSettings? {
    guard isGiven else { return nil }
    var settings = Dataset.FilterSettings(fast: fast)
    settings.fastSource = fastSource
    if let threshold { settings.threshold = threshold }
    if let counter { settings.counter = counter }
    if let wrapped { settings.wrapped = wrapped }
    return settings
  }
}

extension DatasetImporter {
  mutating func readFilters(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.filters, in: &reader, as: "filters") else { return }
    filterSettings.isGiven = true
    while let key = fields.next(&reader) {
      switch key {
      case .fast:
        guard reader.peek() == .array else {
          reader.rejectType("an array", name: "fast")
          continue
        }
        let position = reader.valuePosition
        let fast = reader.strings("fast")
        if filterSettings.fast == nil {
          filterSettings.fast = fast
          filterSettings.fastSource = mark(position)
        }
      case .threshold:
        let threshold = reader.integer("threshold", 0...Int.max)
        filterSettings.threshold = filterSettings.threshold ?? threshold
      case .counter:
        let counter = reader.boolean("counter")
        filterSettings.counter = filterSettings.counter ?? counter
      case .wrapped:
        let wrapped = reader.boolean("wrapped")
        filterSettings.wrapped = filterSettings.wrapped ?? wrapped
      }
    }
  }
}
