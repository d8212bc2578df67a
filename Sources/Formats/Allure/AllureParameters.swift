internal import Inputs
internal import JSON
internal import Model
internal import Text
internal import ToolReports

/// The parameters of a test or of a step.
struct AllureParameters {
  /// The name and the value of each parameter that may be shown. A masked value is replaced.
  private(set) var shown: [Message.Step.Parameter] = []
  /// The parameters that tell tests apart: Allure excludes the others from the id of the history.
  private(set) var identity = ""
  private var named: [Message.Step.Parameter] = []

  private static let most = 100

  init(_ value: JSONValue?) {
    var identifying: [String] = []
    for element in (value?.elements ?? []).prefix(Self.most) {
      guard let name = element["name"]?.string, !name.isEmpty else { continue }
      let value = element["value"]?.string ?? element["value"]?.written ?? ""
      let isExcluded = element["excluded"]?.bool == true
      if !isExcluded { identifying.append("\(name):\(value)") }
      let mode = element["mode"]?.string?.lowercased()
      if mode == "hidden" { continue }
      let parameter = Message.Step.Parameter(
        name: name, value: mode == "masked" ? Message.Step.masked : value)
      shown.append(parameter)
      if !isExcluded { named.append(parameter) }
    }
    identity = identifying.sorted().joined(separator: ",")
  }

  /// ` [count = 2]`: the parameters that tell tests of one name apart; empty if the name has them.
  func text(besides name: String) -> String {
    let missing = named.filter { $0.value == Message.Step.masked || !name.contains($0.value) }
    if missing.isEmpty { return "" }
    return " [" + named.map { "\($0.name) = \($0.value)" }.joined(separator: ", ") + "]"
  }
}

/// The labels of a test.
struct AllureLabels {
  private var values: [String: [String]] = [:]

  private static let most = 1_000

  init(_ value: JSONValue?) {
    for element in (value?.elements ?? []).prefix(Self.most) {
      guard let name = element["name"]?.string,
        let text = (element["value"]?.string ?? element["value"]?.written).map(PlainText.trimmed),
        !text.isEmpty
      else { continue }
      values[name, default: []].append(text)
    }
  }

  subscript(name: String) -> String? { values[name]?.first }

  /// The suites around a test, the outermost first.
  var suites: [String] { ["parentSuite", "suite", "subSuite"].compactMap { self[$0] } }

  private static let kept = [
    "severity": "severity", "epic": "epic", "feature": "feature", "story": "story",
    "layer": "layer", "tag": "tags",
  ]

  /// What templates and programs may use.
  var properties: [Property] {
    Self.kept.sorted { $0.value < $1.value }.compactMap { label, name in
      values[label].map { Property(name, written: $0.joined(separator: ", ")) }
    }
  }
}
