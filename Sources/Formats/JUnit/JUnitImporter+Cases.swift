internal import Diagnostics
internal import ToolReports
internal import XML

/// Reads a test with all its children.
extension JUnitImporter {
  mutating func readCase() {
    let position = reader.position
    let seconds = times.seconds(reader.attribute("time"), &reader)
    // Most tests have passed and contain nothing else.
    if reader.isEmptyElement, !JUnitOutcome.maySayMore(reader),
      report.countsPassed, !report.isSlow(seconds), suites.last?.isPlain ?? true,
      suites.last?.isPytest != true || reader.hasAttribute("name")
    {
      identifyCase()
      report.noteIdentity(seconds: seconds)
      report.addPassed(seconds: seconds)
      reader.skipElement()
      if let last = suites.indices.last { suites[last].cases += 1 }
      return
    }
    var test = JUnitCase()
    (test.status, test.seconds) = (reader.attribute("status"), seconds)
    test.said = .ofTest(reader)
    test.name = JUnitNames.filled(reader.attribute("name"))
    test.className = (reader.attribute("classname") ?? reader.attribute("class")).flatMap {
      $0.isEmpty ? nil : $0
    }
    test.file = reader.attribute("file") ?? reader.attribute("filepath")
    test.line = reader.attribute("line") ?? reader.attribute("lineno")
    test.column = reader.attribute("column")
    test.parameter = reader.attribute("value_param")
    test.time = times.time(reader.attribute("timestamp"), &reader)
    readChildren(of: &test)
    // At the end of a file that is cut, its failure may be missing.
    if reader.hasFailed, test.problems.isEmpty { return }
    add(test, at: position)
  }

  /// Collects only the identity of the test, as `JUnitCase.testCase` does.
  private mutating func identifyCase() {
    report.identity.begin(in: path)
    if !reader.append(attribute: "classname", to: &report.identity.name) {
      _ = reader.append(attribute: "class", to: &report.identity.name)
    }
    let hasClass = !report.identity.name.isEmpty
    report.identity.appendName()
    if hasClass { report.identity.endClass() }
    _ = reader.append(attribute: "name", to: &report.identity.name)
    if JUnitNames.isPlaceholder(report.identity.name) {
      report.identity.name.removeAll(keepingCapacity: true)
    }
    report.identity.appendName()
    if hasClass { return }
    if reader.append(attribute: "file", to: &report.identity.name)
      || reader.append(attribute: "filepath", to: &report.identity.name)
    {
      report.identity.appendName()
    } else if let file = suites.last?.file {
      report.identity.append(file)
    }
  }

  private mutating func readChildren(of test: inout JUnitCase) {
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "error": test.problems.append(readProblem(isError: true))
      case "failure": test.problems.append(readProblem())
      case "warning": test.warnings.append(readProblem())
      case "skipped", "skip", "ignored":
        test.isSkipped = true
        test.skipReason = (reader.attribute("type"), reader.attribute("message"))
        let text = PlainText.trimmed(reader.readExcerpt(context).text)
        test.skipText = text.isEmpty ? nil : text
      case "flakyFailure", "flakyError": test.flakyTries.append(readProblem())
      case "rerunFailure", "rerunError": test.reruns.append(readProblem())
      case "system-out", "system-err":
        var output = context.excerpt
        reader.readText(into: &output)
        if !output.isEmpty { test.outputs.append(output) }
      case "properties": readProperties(of: &test)
      default:
        let name = reader.name
        if !report.skipUnknown(&reader, holding: Self.parts), !JUnitDialect.details.contains(name) {
          test.unknownElement = test.unknownElement ?? "<\(name)>"
        }
      }
    }
  }

  private mutating func readProperties(of test: inout JUnitCase) {
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      if reader.name != "property" {
        reader.skipElement()
      } else if let (name, value) = readProperty() {
        JUnitSuite.note(name, value, in: &test.environment)
      }
    }
  }

  /// Reads a property of the suite.
  mutating func readPropertyOfSuite() {
    guard let (name, value) = readProperty(), let last = suites.indices.last else { return }
    suites[last].noteProperty(name, value)
  }

  /// Reads a property; nil if it is not needed.
  private mutating func readProperty() -> (name: String, value: String)? {
    guard let name = reader.attribute("name"),
      !context.options.properties.isEmpty || EnvironmentFacts.isOne(name)
        || JUnitSuite.isExitStatus(name)
    else {
      reader.skipElement()
      return nil
    }
    var value = reader.attribute("value")
    if value == nil {
      var text = context.excerpt
      reader.readText(into: &text)
      value = PlainText.trimmed(text.text)
    } else {
      reader.skipElement()
    }
    report.addProperty(name, value ?? "")
    return (name, value ?? "")
  }

  /// Reads a failure up to its end, without the outputs of a try.
  mutating func readProblem(isError: Bool = false) -> JUnitProblem {
    var problem = JUnitProblem(
      isError: isError, message: reader.attribute("message"), type: reader.attribute("type"))
    problem.file = reader.attribute("file")
    problem.line = reader.attribute("line")
    problem.content = context.excerpt
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      switch event {
      case .text: problem.content.append(reader.text)
      case .start where reader.name == "system-out" || reader.name == "system-err":
        reader.skipElement()
      case .start, .end: break
      }
    }
    return problem
  }

  /// - Parameter isRun: Whether it is the element around all suites.
  mutating func noteTimes(_ timestamp: String?, _ seconds: String?, isRun: Bool) {
    let seconds = times.seconds(seconds, &reader)
    if isRun, let seconds, seconds > 0 { self.seconds = seconds }
    if let begin = times.time(timestamp, &reader) { times.note(begin, seconds: seconds) }
  }
}
