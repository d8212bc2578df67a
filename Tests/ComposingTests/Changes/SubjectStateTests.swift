import Model
import Testing
import Time

@testable import Composing

/// The state in the subject of a mail (N5).
@Suite struct SubjectStateTests {
  private let old = (1...3).map {
    Message(urgency: .error, title: "Old \($0)", fingerprint: "o\($0)")
  }

  private func warnings(_ count: Int, _ name: String = "w") -> [Message] {
    (0..<count).map {
      Message(urgency: .warning, title: "\(name) \($0)", fingerprint: "\(name)\($0)")
    }
  }

  /// - Parameter earlier: The urgencies of the earlier runs in a site, the latest first.
  private func state(
    _ now: [Message], _ before: [Message]?, run: Dataset.Run.Status? = .completed,
    earlier: [Urgency] = [], locale: String = "en"
  ) throws -> String {
    let baseline = before.map { dataset($0, run: .completed) }
    var made = try report(dataset(now, run: run), settings(locale: locale, baseline: baseline))
    var episode = RunEpisode(run: "now")
    for (place, urgency) in earlier.enumerated() {
      let date = try #require(CivilDate(year: 2026, month: 11, day: 3))
      let run = RunEpisode.Earlier(
        id: "\(place)", urgency: urgency, result: urgency == .error ? .errors : .good, date: date,
        text: "text")
      if !episode.add(run) { break }
    }
    made.episode = episode
    return made.state
  }

  @Test func oldMessagesStandBesideTheNewOnesOfTheirUrgency() throws {
    let new = Message(urgency: .error, title: "New", fingerprint: "n")
    #expect(try state(old + [new], old) == "1 new error, 3 old")
    #expect(try state([new] + warnings(5), warnings(5)) == "1 new error")
    #expect(try state(warnings(4), warnings(2)) == "2 new warnings, 2 old")
    #expect(try state(old + warnings(1), old) == "1 new warning, 3 errors unchanged")
  }

  @Test func bothHalvesOfTheNewsAreSaid() throws {
    #expect(try state(warnings(49), Array(old.prefix(2))) == "49 new warnings, 2 errors fixed")
    #expect(
      try state(warnings(1), Array(old.prefix(1)) + warnings(1))
        == "1 error fixed, 1 warning unchanged")
  }

  @Test func aRunWithoutErrorsIsFixed() throws {
    #expect(try state([], old) == "fixed")
    #expect(try state([], []) == "All clear")
    #expect(try state([], old, run: .failed) == "Run failed, 3 not checked")
  }

  @Test func aQuietRunSaysHowLongItFails() throws {
    #expect(try state(old, old) == "still failing, 3 errors")
    #expect(
      try state(old, old, earlier: [Urgency](repeating: .error, count: 11))
        == "still failing, 12 runs, 3 errors")
    #expect(try state(warnings(3), warnings(3)) == "Nothing new, 3 warnings")
    #expect(try state(old, old, locale: "de") == "weiterhin fehlerhaft, 3 Fehler")
  }

  @Test func theFirstErrorsAfterManyGoodRunsAreSaid() throws {
    let clean = [Urgency](repeating: .success, count: 29)
    #expect(try state([old[0]], [], earlier: clean) == "1 new error, first in 30 runs")
    #expect(try state([old[0]], [], earlier: Array(clean.prefix(8))) == "1 new error")
    #expect(try state([old[0]], [], earlier: [.error] + clean) == "1 new error")
    // A new warning is not the first error.
    #expect(try state(warnings(1), [], earlier: clean) == "1 new warning")
  }

  @Test func aMissingRunSaysHowTheLastReportWas() throws {
    #expect(
      try state([], nil, run: .missing, earlier: [.success])
        == "No report, the last was green on 3 Nov")
    #expect(
      try state([], nil, run: .missing, earlier: [.error])
        == "No report, the last had errors on 3 Nov")
    #expect(try state([], nil, run: .missing) == "No report")
  }

  @Test func withoutABaselineTheMostUrgentCountIsSaid() throws {
    #expect(try state(old + warnings(2), nil) == "3 errors")
    #expect(try state([], nil) == "All clear")
    #expect(try state(old, nil, run: .failed) == "Run failed, 3 errors")
  }
}
