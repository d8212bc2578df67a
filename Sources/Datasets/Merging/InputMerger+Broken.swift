package import Diagnostics
internal import Formats
internal import Inputs
internal import Localization
internal import Model
internal import Text

extension InputMerger {
  /// Reports an unreadable input: as an error, or as a message of the report if `reportsBroken`.
  package mutating func refuse(_ name: String, _ problem: Diagnostic) {
    var own = DiagnosticLog(selection)
    own.add(problem)
    if reportsBroken {
      addBroken(name, own)
    } else {
      log.open(file: name)
      log.add(problem)
    }
  }

  /// Adds an input that was read with its own log, or a message if it is broken.
  mutating func settle(
    _ contents: consuming Contents, _ own: DiagnosticLog, of stream: InputStream, _ name: String
  ) {
    var own = own
    if let refusal = stream.refusal {
      // The reader's errors are only consequences of the cut text.
      own = DiagnosticLog()
      own.add(
        Diagnostic(
          .error, refusal.id, refusal.summary, at: SourceLocation(file: name), help: refusal.help))
    }
    if reportsBroken, own.hasErrors { return addBroken(name, own) }
    log.add(contentsOf: own.diagnostics)
    add(contents)
  }

  static let brokenCategory = "input"

  /// Adds a message for a broken input, at the place of its first error.
  private mutating func addBroken(_ name: String, _ own: DiagnosticLog) {
    brokenInputs += 1
    if dataset.files.last != name {
      dataset.files.append(name)
      dataset.nows.append(nil)
      dataset.areImported.append(false)
    }
    // The author of the input did not write this message.
    dataset.areImported[dataset.areImported.count - 1] = true
    log.addAsNotes(own)
    let locale = locale(dataset.locale)
    let category = Dataset.Category(
      id: Self.brokenCategory, title: locale.string(.brokenInputs))
    if categoryIDs.insert(category.id).inserted { dataset.categories.append(category) }
    let problem = own.diagnostics.first { $0.severity == .error }
    let place = problem?.location
    var message = Message(
      urgency: .error, title: locale.string(.brokenInput, ["name": name]),
      text: problem.map { VisibleText.of($0.summary) },
      location: Message.Location(
        file: name, line: place.flatMap { $0.line > 0 ? $0.line : nil },
        column: place.flatMap { $0.column > 0 ? $0.column : nil }),
      fingerprint: Message.fingerprint(ofBrokenInput: name),
      source: SourceMark(file: UInt16(clamping: dataset.files.count - 1), line: 1, column: 1))
    message.category = category.id
    message.textFormat = .plain
    dataset.messages.append(message)
  }

  /// Adds a message for a broken file of a report whose other files are read.
  mutating func addBroken(part path: String, _ problem: Diagnostic) {
    var own = DiagnosticLog(selection)
    own.add(problem)
    let count = brokenInputs
    addBroken(path, own)
    (brokenInputs, hasBrokenParts) = (count, true)
  }

  /// A run with a broken input has failed, unless it is missing.
  mutating func settleBroken() {
    var run = dataset.run ?? Dataset.Run()
    if run.status != .missing { run.status = .failed }
    dataset.run = run
  }

  /// Reports how many findings the options excluded.
  mutating func reportLeftOut() {
    guard leftOut > 0 else { return }
    log.add(
      Diagnostic(
        .note, "left-out",
        "\(leftOut) \(leftOut == 1 ? "finding is" : "findings are") below '--min-level' and left out"
      ))
  }
}
