internal import Basics
package import Diagnostics
internal import Model

extension DatasetImporter {
  /// Takes the error of an input that can't be read: an error of the call, or a message of the report
  /// if that is asked for.
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

  /// Ends an input that was read with a log of its own.
  ///
  /// - Parameter before: The importer as it was, where only that undoes what a broken input has
  ///   changed: a dataset changes more than its own part.
  mutating func settle(
    _ own: DiagnosticLog, of stream: InputStream, _ name: String, _ before: DatasetImporter?
  ) {
    var own = own
    if let refusal = stream.refusal {
      // What a reader says of the end of a cut text is only its consequence.
      own = DiagnosticLog()
      own.add(
        Diagnostic(
          .error, refusal.id, refusal.summary, at: SourceLocation(file: name), help: refusal.help))
    }
    guard reportsBroken, own.hasErrors else {
      log.add(contentsOf: own.diagnostics)
      return
    }
    if let before {
      let log = log
      self = before
      self.log = log
    } else {
      inputs.removeLast()
    }
    addBroken(name, own)
  }

  static let brokenCategory = "input"

  /// Adds a message that says what is wrong with an input. It is at the place of the first error.
  private mutating func addBroken(_ name: String, _ own: DiagnosticLog) {
    hasBrokenInput = true
    if dataset.files.last != name {
      dataset.files.append(name)
      dataset.nows.append(nil)
    }
    log.takeAsNotes(own)
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
      fingerprint: "input:" + name,
      source: SourceMark(file: UInt16(clamping: dataset.files.count - 1), line: 1, column: 1))
    message.category = category.id
    message.textFormat = .plain
    dataset.messages.append(message)
  }

  /// A run with a broken input has failed, whatever the others say.
  mutating func settleBroken() {
    var run = dataset.run ?? Dataset.Run()
    if run.status != .missing { run.status = .failed }
    dataset.run = run
  }

  /// Says how many findings the options have left out.
  mutating func reportLeftOut() {
    guard leftOut > 0 else { return }
    log.add(
      Diagnostic(
        .note, "left-out",
        "\(leftOut) \(leftOut == 1 ? "finding is" : "findings are") below '--min-level' and left out"
      ))
  }
}
