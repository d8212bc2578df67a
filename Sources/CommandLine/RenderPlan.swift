import Basics
import Composing
import Diagnostics
import Model
import Rendering

/// What a `render` command line asks for, checked before anything is read.
struct RenderPlan {
  var inputs: [String]
  var baseline: String?
  var targets: [Target]
  var destination: Destination
  var options: RenderOptions
  var failOn: FailureThreshold?
  var layers: Layers

  private let arguments: Arguments

  init(_ arguments: Arguments, _ host: Host) throws(UsageError) {
    self.arguments = arguments
    guard !arguments.operands.isEmpty else { throw .missingOperand("INPUT") }
    inputs = arguments.operands
    baseline = arguments.value("baseline")
    if (inputs + [baseline ?? ""]).filter({ $0 == "-" }).count > 1 {
      throw .severalInputsFromStandardInput
    }
    var targets: [Target] = []
    for target in arguments.values("to").compactMap({ Target(rawValue: $0.value) })
    where !targets.contains(target) {
      targets.append(target)
    }
    self.targets = targets.isEmpty ? [.page] : targets
    destination = try Destination(arguments.value("output"), targets: self.targets)
    options = try Self.options(arguments, destination, host)
    failOn = try Self.failOn(arguments)
    layers = Layers(template: arguments.value("template"), theme: arguments.value("theme"))
  }

  private static func options(
    _ arguments: Arguments, _ destination: Destination, _ host: Host
  ) throws(UsageError) -> RenderOptions {
    var options = RenderOptions()
    options.isCompact = try isCompact(arguments.value("width"))
    if let value = arguments.value("columns") {
      guard let columns = Int(value), (20...1_000).contains(columns) else {
        throw .badValue(option: "--columns", value: value, why: "it is a number from 20 to 1000")
      }
      options.columns = columns
    }
    if let value = arguments.value("budget") {
      guard let budget = Int(value), budget >= 1_000 else {
        throw .badNumber(option: "--budget", value: value, least: 1_000)
      }
      options.budget = budget
    }
    options.isAscii = arguments.flag("ascii")
    let choice = arguments.value("color")
    options.usesColor =
      destination == .standardOutput
      ? host.usesColor(choice, onTerminal: host.outputIsTerminal) : choice == "always"
    return options
  }

  private static func isCompact(_ value: String?) throws(UsageError) -> Bool {
    switch value {
    case nil, "regular": return false
    case "compact": return true
    case let value?:
      guard let pixels = Int(value), pixels > 0 else {
        throw .badValue(
          option: "--width", value: value, why: "it is compact, regular or a number of pixels")
      }
      return pixels < 600
    }
  }

  private static func failOn(_ arguments: Arguments) throws(UsageError) -> FailureThreshold? {
    guard let value = arguments.value("fail-on") else { return nil }
    guard let threshold = FailureThreshold(rawValue: value) else { return nil }
    if threshold.needsBaseline, arguments.value("baseline") == nil {
      throw .newWithoutBaseline(value)
    }
    return threshold
  }

  /// Everything that composing needs to know of the world. Nil when some of it is wrong; the log
  /// says what.
  func composerSettings(
    for dataset: Dataset, _ baseline: Dataset?, _ host: Host, _ log: inout DiagnosticLog
  ) -> Composer.Settings? {
    let world = World(arguments: arguments, dataset: dataset, host: host, layers: layers)
    guard let zone = world.zone(&log), let locale = world.locale(&log),
      let now = world.now(in: zone, &log)
    else { return nil }
    let sort = arguments.values("sort")
    let filters = arguments.values("filter")
    return Composer.Settings(
      now: now, zone: zone, locale: locale, sort: sort.isEmpty ? nil : sort.map(\.value),
      sortOrigin: sort.first?.place, filters: filters.map(\.value),
      filtersOrigin: filters.first?.place, baseline: baseline)
  }
}

/// Where the output goes.
enum Destination: Sendable, Equatable {
  case standardOutput
  case file(String)
  case folder(String)

  init(_ path: String?, targets: [Target]) throws(UsageError) {
    switch path {
    case nil, "-":
      guard targets.count == 1 else { throw .severalTargetsNeedFolder }
      self = .standardOutput
    case let path?:
      let isFolder = path.hasSuffix("/") || targets.count > 1 || Folder.exists(path)
      self = isFolder ? .folder(path) : .file(path)
    }
  }

  /// The file that a target becomes; nil is standard output.
  func path(of target: Target) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): (path.hasSuffix("/") ? path : path + "/") + target.fileName
    }
  }
}
