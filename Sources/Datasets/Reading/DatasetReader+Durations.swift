import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

extension DatasetReader {
  /// Reads the durations of tests and keeps the slowest.
  mutating func readDurations(_ reader: inout JSONReader) {
    guard reader.beginArray("durations") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.duration, in: &reader) else { continue }
      var (test, seconds) = ("", 0.0)
      while let key = fields.next(&reader) {
        switch key {
        case .test: test = reader.string("test") ?? ""
        case .seconds: seconds = reader.seconds("seconds") ?? 0
        }
      }
      contents.slowest.insert(MessageMaker.shortened(test), seconds)
    }
  }
}
