internal import JSON

/// The tool of a run: its driver and extensions with their rules.
struct SARIFTool {
  struct Rule {
    var id: String
    var name: String?
    var level: String?
    var helpURL: String?
    var help: String?
    var shortDescription: String?
    var messages: [String: String] = [:]
    var severity: String?

    init(_ value: JSONValue) {
      id = value["id"]?.string ?? ""
      name = value["name"]?.string
      level = value["defaultConfiguration"]?["level"]?.string
      helpURL = value["helpUri"]?.string
      help = value["help"]?["text"]?.string
      shortDescription = value["shortDescription"]?["text"]?.string
      for member in value["messageStrings"]?.members ?? [] {
        messages[member.key] = member.value["text"]?.string
      }
      let property = value["properties"]?["security-severity"]
      severity = property?.string ?? property?.number.map { "\($0)" }
    }
  }

  struct Component {
    var name: String
    var guid: String?
    var rules: [Rule]
    var messages: [String: String] = [:]
    private var places: [String: Int] = [:]

    init(_ value: JSONValue) {
      name = value["name"]?.string ?? "Findings"
      guid = value["guid"]?.string
      rules = (value["rules"]?.elements ?? []).map(Rule.init)
      for (place, rule) in rules.enumerated() where places[rule.id] == nil {
        places[rule.id] = place
      }
      for member in value["globalMessageStrings"]?.members ?? [] {
        messages[member.key] = member.value["text"]?.string
      }
    }

    func rule(at index: Int?, named id: String?) -> Rule? {
      if let index, rules.indices.contains(index) {
        // An index and an id that disagree: the id is what a reader sees.
        if id == nil || id == rules[index].id || id?.hasPrefix(rules[index].id + "/") == true {
          return rules[index]
        }
      }
      var id = id
      while let name = id {
        if let place = places[name] { return rules[place] }
        id = name.lastIndex(of: "/").map { String(name[..<$0]) }
      }
      return nil
    }
  }

  var driver: Component
  var extensions: [Component]

  init(_ value: JSONValue) {
    driver = Component(value["driver"] ?? JSONValue(.object([]), at: value.location))
    extensions = (value["extensions"]?.elements ?? []).map(Component.init)
  }

  /// The component and the rule of a result.
  func rule(of result: SARIFResult) -> (Component, Rule?) {
    if let reference = result.component {
      let found =
        reference.index.flatMap { extensions.indices.contains($0) ? extensions[$0] : nil }
        ?? extensions.first { $0.guid != nil && $0.guid == reference.guid }
        ?? extensions.first { $0.name == reference.name }
      if let found { return (found, found.rule(at: result.ruleIndex, named: result.ruleID)) }
    }
    if let rule = driver.rule(at: result.ruleIndex, named: result.ruleID) { return (driver, rule) }
    for component in extensions {
      if let id = result.ruleID, let rule = component.rule(at: nil, named: id) {
        return (component, rule)
      }
    }
    return (driver, nil)
  }
}
