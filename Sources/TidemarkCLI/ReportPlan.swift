import Basics
import Composing
import Diagnostics

/// What every command that makes a report is asked: what to read, what to compare it with, and when
/// to fail.
struct ReportPlan {
  let inputs: [String]
  let baseline: String?
  /// Whether the baseline may be absent.
  let isBaselineOptional: Bool
  /// What to say where the inputs can't be read.
  let missing: String?
  /// The site that knows what was there before and where the report will stand.
  let site: SiteOptions
  private(set) var failOn: FailureThreshold?
  /// What is wrong with it, all of it.
  private(set) var problems: [Diagnostic] = []

  /// Every file that is read.
  var paths: [String] { inputs + [baseline].compactMap { $0 } }

  /// Whether somebody says what was there before.
  var knowsBefore: Bool { baseline != nil || site.site != nil }

  /// An output that takes the place of an input would be the end of it.
  func keep(_ path: String) throws(UsageError) {
    guard Folder.isRegularFile(path) else { return }
    if paths.contains(where: { $0 != "-" && Folder.isSameFile($0, path) }) {
      throw .outputIsInput(path)
    }
  }

  init(_ arguments: Arguments) {
    inputs = arguments.operands
    baseline = arguments.value("baseline")
    isBaselineOptional = baseline != nil && arguments.flag("baseline-optional")
    site = SiteOptions(arguments)
    problems += site.problems
    missing = arguments.value("missing")
    if inputs.isEmpty, missing == nil {
      problems.append(UsageError.missingOperand("INPUT").diagnostic)
    }
    if paths.count(where: { $0 == "-" }) > 1 {
      problems.append(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    guard let setting = arguments.values("fail-on").last,
      let threshold = FailureThreshold(rawValue: setting.value)
    else { return }
    failOn = threshold
    if threshold.needsBaseline, !knowsBefore {
      problems.append(
        UsageError.newWithoutBaseline(option: "--fail-on \(setting.value)")
          .diagnostic(about: setting))
    }
  }
}
