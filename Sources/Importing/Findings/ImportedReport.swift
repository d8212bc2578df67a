internal import Basics
internal import Model

/// What one file of another tool comes to.
struct ImportedReport {
  var title: String?
  var status: Dataset.Run.Status?
  var reason: String?
  var started: TimePoint?
  var finished: TimePoint?
  var subtitle: String?
  var url: String?
  var commit: String?
  var branch: String?
  var facts: [Dataset.Run.Fact] = []
  var categories: [Dataset.Category] = []
  var messages: [Message] = []
}

/// What importers are asked for beside the file.
struct ImportOptions: Sendable {
  /// The most bytes of details; 0 keeps everything.
  var detailsLimit = Excerpt.usualLimit
  var root = SourcePaths()

  init() {}
}
