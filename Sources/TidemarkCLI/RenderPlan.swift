import Basics
import Diagnostics
import Rendering

/// What a `render` command line asks for, checked before anything is read.
struct RenderPlan {
  let source: ReportOptions
  private(set) var formats: [OutputFormat] = []
  private(set) var destination = Destination.standardOutput
  private(set) var options = RenderOptions()
  let loader: AssetLoader
  /// What is wrong with it, all of it.
  private(set) var problems: [Diagnostic] = []

  init(_ arguments: Arguments, _ host: ProcessEnvironment) {
    for format in arguments.values("to").compactMap({ OutputFormat(named: $0.value) })
    where !formats.contains(format) {
      formats.append(format)
    }
    if formats.isEmpty {
      formats = [arguments.value("output").flatMap(OutputFormat.init(writtenTo:)) ?? .page]
    }
    loader = AssetLoader(
      template: arguments.values("template").last, theme: arguments.values("theme").last,
      formats: formats)
    source = ReportOptions(arguments, loader)
    problems = source.problems
    do throws(UsageError) {
      destination = try Destination(arguments.value("output"), formats: formats)
      try keepInputs()
    } catch {
      problems.append(error.diagnostic(about: arguments.values("to").last))
    }
    takeNumbers(arguments)
    options.isAscii = arguments.flag("ascii")
    let choice = arguments.value("color")
    options.usesColor =
      destination == .standardOutput
      ? host.usesColor(choice, onTerminal: host.outputIsTerminal) : choice == "always"
  }

  /// An output that takes the place of an input would be the end of it.
  private func keepInputs() throws(UsageError) {
    for path in formats.compactMap(destination.path(of:)) {
      try source.keep(path)
    }
  }

  private mutating func takeNumbers(_ arguments: Arguments) {
    take("width", arguments) { options, value, name throws(UsageError) in
      guard let isCompact = Self.isCompact(value) else {
        throw .badValue(
          option: name, value: value, why: "it is compact, regular or a number of pixels")
      }
      options.isCompact = isCompact
    }
    take("columns", arguments) { options, value, name throws(UsageError) in
      guard let columns = Int(value), (20...1_000).contains(columns) else {
        throw .badValue(option: name, value: value, why: "it is a number from 20 to 1000")
      }
      options.columns = columns
    }
    take("budget", arguments) { options, value, name throws(UsageError) in
      guard let budget = Int(value), budget >= 1_000 else {
        throw .badNumber(option: name, value: value, least: 1_000)
      }
      options.budget = budget
    }
    // What a settings file says is for whatever target is made; what is typed is meant now.
    if arguments.values("budget").last?.origin == .commandLine,
      !formats.contains(where: OutputFormat.limited.contains)
    {
      problems.append(
        Diagnostic(
          .note, "unused-budget", "'--budget' changes nothing here",
          help: ["it is for \(Words.list(OutputFormat.limited.map(\.title)))"]))
    }
  }

  /// Hands an option's value to `use` with the name that it was given by.
  private mutating func take(
    _ option: String, _ arguments: Arguments,
    _ use: (inout RenderOptions, _ value: String, _ name: String) throws(UsageError) -> Void
  ) {
    guard let setting = arguments.values(option).last else { return }
    do throws(UsageError) {
      try use(&options, setting.value, setting.name(of: option))
    } catch {
      problems.append(error.diagnostic(about: setting))
    }
  }

  static func isCompact(_ value: String) -> Bool? {
    switch value {
    case "regular": false
    case "compact": true
    default: Int(value).flatMap { $0 > 0 ? $0 < 600 : nil }
    }
  }
}
