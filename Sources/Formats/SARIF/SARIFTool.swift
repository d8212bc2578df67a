internal import Inputs
internal import JSON
internal import Localization

/// The tool of a run: its driver and extensions with their rules.
struct SARIFTool {
  /// A class, because results share their rules.
  final class Rule {
    let id: String
    let name: String?
    /// The id with the name, if the name adds to it.
    let title: String?
    let level: SARIF.Level?
    let helpURL: String?
    let help: String?
    let shortDescription: String?
    let messages: [String: SARIFString]
    let severity: String?
    /// Whether it only stands for the category of messages without a rule.
    let isCategory: Bool

    init(_ value: JSONValue) {
      id = value["id"]?.string ?? ""
      name = value["name"]?.string
      title = name.flatMap { [id] in Self.title($0, of: id) }
      level = value["defaultConfiguration"]?["level"]?.string.flatMap(SARIF.Level.init)
      helpURL = value["helpUri"]?.string
      help = value["help"]?["text"]?.string
      shortDescription = value["shortDescription"]?["text"]?.string
      messages = SARIFString.all(value["messageStrings"])
      let property = value["properties"]?["security-severity"]
      severity = property?.written
      isCategory = value["properties"]?["tidemark"]?["isCategory"]?.bool == true
    }

    /// The title of the rule for a result that names it by `id`.
    func title(as id: String) -> String? {
      id == self.id ? title : name.flatMap { Self.title($0, of: id) }
    }

    private static func title(_ name: String, of id: String) -> String? {
      name.isEmpty || name == id ? nil : "\(id) (\(name))"
    }
  }

  final class Component {
    let name: String?
    let guid: String?
    let version: String?
    let rules: [Rule]
    let messages: [String: SARIFString]
    private let places: [String: Int]

    init(_ value: JSONValue) {
      name = value["name"]?.string
      guid = value["guid"]?.string
      version = (value["semanticVersion"] ?? value["version"])?.string
      rules = (value["rules"]?.elements ?? []).map(Rule.init)
      var places: [String: Int] = [:]
      for (place, rule) in rules.enumerated() where places[rule.id] == nil {
        places[rule.id] = place
      }
      self.places = places
      messages = SARIFString.all(value["globalMessageStrings"])
    }

    /// The rule at an index, else by its id. The rule may lack the last parts of the id.
    func rule(at index: Int?, named id: String?) -> Rule? {
      if let index, rules.indices.contains(index) { return rules[index] }
      var name = id.map { $0[...] }
      for _ in 0..<SARIFTool.mostParts {
        guard let known = name else { return nil }
        if let place = places[String(known)] { return rules[place] }
        name = known.lastIndex(of: "/").map { known[..<$0] }
      }
      return nil
    }
  }

  /// The most parts of a rule's id that are examined.
  private static let mostParts = 16

  var driver: Component
  var extensions: [Component]
  /// The index of the first extension that has a rule, by the rule's id.
  private var extensionsByRule: [String: Int] = [:]

  init(_ value: JSONValue) {
    driver = Component(value["driver"] ?? JSONValue(.object([]), at: value.location))
    extensions = (value["extensions"]?.elements ?? []).map(Component.init)
    for (index, component) in extensions.enumerated() {
      for rule in component.rules where extensionsByRule[rule.id] == nil {
        extensionsByRule[rule.id] = index
      }
    }
  }

  /// The identity of the tool. It is not shown if the tool has no name.
  var id: String { driver.name ?? "Findings" }

  /// The text to show for a tool without a name; nil for a tool with a name.
  func substitute(_ locale: Locale) -> String? {
    driver.name == nil ? locale.string(.unnamedTool) : nil
  }

  /// The component and the rule of a result.
  func rule(of result: SARIFResult) -> (Component, Rule?) {
    if let reference = result.extra?.component {
      let found =
        reference.index.flatMap { extensions.indices.contains($0) ? extensions[$0] : nil }
        ?? extensions.first { $0.guid != nil && $0.guid == reference.guid }
        ?? extensions.first { $0.name != nil && $0.name == reference.name }
      if let found { return (found, found.rule(at: result.ruleIndex, named: result.ruleID)) }
    }
    if let rule = driver.rule(at: result.ruleIndex, named: result.ruleID) { return (driver, rule) }
    // The id, then each beginning of it before a slash.
    var id = result.ruleID.map { $0[...] }
    while let name = id {
      if let index = extensionsByRule[String(name)] {
        return (extensions[index], extensions[index].rule(at: nil, named: result.ruleID))
      }
      id = name.lastIndex(of: "/").map { name[..<$0] }
    }
    return (driver, nil)
  }
}
