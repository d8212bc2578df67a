internal import Inputs
internal import JSON
internal import Model

/// The filter settings of the files.
struct FilterInput: Sendable {
  var isGiven = false
  var fast: [String]?
  var fastSource: SourceMark?
  var threshold: Int?
  var counter: Bool?
  var wrapped: Bool?

  /// Adds the settings of a later file. The first file that has a setting decides.
  mutating func add(_ later: FilterInput) {
    isGiven = isGiven || later.isGiven
    if fast == nil { (fast, fastSource) = (later.fast, later.fastSource) }
    threshold = threshold ?? later.threshold
    counter = counter ?? later.counter
    wrapped = wrapped ?? later.wrapped
  }

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

extension DatasetReader {
  mutating func readFilters(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.filters, in: &reader, as: "filters") else { return }
    contents.filterSettings.isGiven = true
    while let key = fields.next(&reader) {
      switch key {
      case .fast:
        guard reader.peek() == .array else {
          reader.rejectType("an array", name: "fast")
          continue
        }
        let position = reader.valuePosition
        contents.filterSettings.fast = reader.strings("fast")
        contents.filterSettings.fastSource = mark(position)
      case .threshold:
        contents.filterSettings.threshold = reader.integer("threshold", 0...Int.max)
      case .counter:
        contents.filterSettings.counter = reader.boolean("counter")
      case .wrapped:
        contents.filterSettings.wrapped = reader.boolean("wrapped")
      }
    }
  }
}
