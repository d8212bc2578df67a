internal import Diagnostics
internal import Files
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads a folder of Allure results: a file for each try of a test, files with the fixtures around
/// tests, and files about the run.
struct AllureImporter: ~Copyable {
  let context: ImportContext
  var report: ImportedReport
  var log: DiagnosticLog
  var fields = TestFields([
    "passed": .passed, "failed": .failed, "skipped": .skipped, "broken": .error,
  ])
  var categories = AllureCategories()
  var fixtures = AllureFixtures()
  /// The tries of tests so far.
  var tries: [Try] = []
  /// The number of main parts, including damaged ones.
  private var results = 0
  /// Whether a part could not be read.
  private var isDamaged = false

  /// A result: a try of a test.
  struct Try {
    var test: TestCase
    /// Equal for tries of one test; nil if they can't be recognized.
    var key: String?
    var uuid: String?
    var start: Double?
    var stop: Double?
  }

  init(_ context: ImportContext, _ log: consuming DiagnosticLog) {
    self.context = context
    self.log = log
    report = ImportedReport(context)
    report.holdsTests = true
  }

  /// Reads the side parts first, because the tests need them.
  consuming func read(_ parts: ReportParts) -> (report: ImportedReport, log: DiagnosticLog) {
    var results: [(part: ReportParts.Part, isCertain: Bool)] = []
    for part in parts.parts {
      let kind = parts.isFolder ? AllureFile(part.name) : nil
      switch kind {
      case .result: results.append((part, true))
      case nil: if !parts.isFolder { results.append((part, false)) }
      case .environment: readText(part) { $0.readEnvironment($1) }
      case .container: readJSON(part) { $0.readContainer($1) }
      case .globals: readJSON(part) { $0.readGlobals($1) }
      case .executor: readJSON(part) { $0.readExecutor($1) }
      case .categories: readJSON(part) { $0.categories.read($1, &$0.log) }
      }
    }
    for (part, isCertain) in results {
      self.results += 1
      readJSON(part) { importer, value in
        if !isCertain, value["uuid"] != nil, value["name"] == nil, value["children"] != nil {
          importer.readContainer(value)
        } else {
          importer.readResult(value)
        }
      }
    }
    finish(isWhole: parts.isWhole)
    return (report, log)
  }

  // MARK: Parts

  /// The largest size of a file that is not a result, in bytes.
  private static let largestText = 1 << 20

  private mutating func readText(
    _ part: ReportParts.Part, _ read: (inout AllureImporter, String) -> Void
  ) {
    do throws(FileError) {
      let (bytes, _) = InputStream(try part.source()).text().peeking(Self.largestText)
      read(&self, String(decoding: bytes, as: UTF8.self))
    } catch {
      refuse(part, "unreadable-file", error.message)
    }
  }

  private mutating func readJSON(
    _ part: ReportParts.Part, _ read: (inout AllureImporter, JSONValue) -> Void
  ) {
    do throws(FileError) {
      let stream = InputStream(try part.source())
      if let refusal = stream.refusal { return refuse(part, refusal.id, refusal.summary) }
      if InputHead.isBlank(stream.head) { return refuse(part, "empty-input", "the file is empty") }
      let (value, problems) = JSONValue.parse(
        FinalZeros(of: stream.text()).others, file: part.path, limits: .ofReports)
      guard let value, stream.refusal == nil else {
        isDamaged = true
        log.open(file: part.path)
        for problem in problems { log.add(problem) }
        if problems.isEmpty, let refusal = stream.refusal {
          refuse(part, refusal.id, refusal.summary)
        }
        return
      }
      switch value.kind {
      case .object: read(&self, value)
      case .array where part.name == "categories.json": read(&self, value)
      default: refuse(part, "wrong-type", "the file is not an object")
      }
    } catch {
      refuse(part, "unreadable-file", error.message)
    }
  }

  private mutating func refuse(_ part: ReportParts.Part, _ id: String, _ summary: String) {
    isDamaged = true
    log.open(file: part.path)
    log.add(
      Diagnostic(
        .error, id, summary, at: SourceLocation(file: part.path),
        help: ["the job that writes it may have crashed; '--missing REASON' reports the others"]))
  }

  // MARK: The end

  private mutating func finish(isWhole: Bool) {
    addTests()
    addFixtures(ofOtherTests: isWhole)
    report.finishTests()
    if results == 0 || report.tests.count == 0, !isDamaged {
      log.add(
        Diagnostic(
          .warning, "no-tests", "the report holds no test",
          at: SourceLocation(file: context.path)))
    }
    if isDamaged {
      report.addShortfall(context.locale.string(.didNotFinish))
    } else if report.ending == .unknown {
      report.ending = .completed
    }
    categories.note(at: context.path, &log)
  }

  /// Adds the tests with their tries in the order of their starts.
  private mutating func addTests() {
    var times = RunTimes()
    var known: Set<String> = []
    var tests = TestTries()
    // Files are in the order of their random names.
    let order = tries.indices.sorted {
      let (left, right) = (tries[$0].start ?? 0, tries[$1].start ?? 0)
      return left == right ? $0 < $1 : left < right
    }
    for index in order {
      let one = tries[index]
      // A copy of a file is no try.
      if let uuid = one.uuid {
        let mark = "\(uuid) \(one.key ?? "") \(one.start ?? 0) \(one.stop ?? 0)"
        if !known.insert(mark).inserted { continue }
      }
      times.note(Self.time(one.start), end: Self.time(one.stop))
      tests.add(one.test, of: one.key)
    }
    tries = []
    for test in tests.tests(context.locale) { report.add(test) }
    (report.started, report.finished) = (times.started, times.finished)
    report.wall = times.wall
  }

  static func time(_ milliseconds: Double?) -> TimePoint? {
    milliseconds.flatMap {
      1e11...1e14 ~= $0 ? .instant(Instant(seconds: Int64($0 / 1_000))) : nil
    }
  }
}
