internal import Localization
internal import Model
internal import Time

/// The time that each worker needed for its tests. Workers run at the same time, so that the slowest
/// one decides how long the run takes.
package struct WorkerTimes {
  private struct Times {
    var seconds = 0.0
    var tests = 0
    var longest: (title: String, seconds: Double) = ("", -1)
  }

  private var workers: [String: Times] = [:]

  /// The most workers of a report. More names are no workers.
  private static let most = 1_000
  private static let longestName = 60
  /// The part of the run's duration by which the slowest worker may exceed it, because of rounding.
  private static let tolerance = 1.02

  /// Adds a test.
  ///
  /// - Parameters:
  ///   - title: The title of the test; nil for a try before the last one.
  package mutating func add(_ worker: String?, _ title: String?, seconds: Double?) {
    guard let worker, !worker.isEmpty, let seconds, seconds >= 0,
      workers.count <= Self.most || workers[worker] != nil
    else { return }
    var times = workers[worker] ?? Times()
    times.seconds += seconds
    if title != nil { times.tests += 1 }
    if let title, seconds > times.longest.seconds { times.longest = (title, seconds) }
    workers[worker] = times
  }

  mutating func redact(_ redactor: inout Redactor) {
    var redacted: [String: Times] = [:]
    for (name, var times) in workers {
      times.longest.title = redactor.redacted(times.longest.title)
      redacted[redactor.redacted(name)] = times
    }
    workers = redacted
  }

  /// The slowest worker as a fact. Nil for a single worker, and if it took longer than the run: then
  /// its name stands for several workers, such as those of shards.
  func fact(wall: Double?, _ locale: Locale) -> Dataset.Run.Fact? {
    let slowest = workers.max { ($0.value.seconds, $1.key) < ($1.value.seconds, $0.key) }
    guard 2...Self.most ~= workers.count, let (name, times) = slowest, let wall,
      times.seconds <= wall * Self.tolerance, !times.longest.title.isEmpty
    else { return nil }
    return Dataset.Run.Fact(
      title: locale.string(.factSlowestWorker),
      value: locale.string(
        .slowestWorker,
        [
          "name": MessageMaker.shortened(name, to: Self.longestName),
          "duration": locale.shortDuration(seconds: times.seconds),
          "wall": locale.shortDuration(seconds: wall),
          "tests": locale.count(.tests, times.tests),
          "test": MessageMaker.shortened(times.longest.title, to: Self.longestName),
          "time": locale.shortDuration(seconds: times.longest.seconds),
        ]))
  }
}

extension ImportedReport {
  /// The seconds from its start to its end.
  var secondsFromStart: Double? {
    guard case .instant(let start) = started, case .instant(let end) = finished else { return nil }
    return Double(end.seconds(since: start))
  }
}
