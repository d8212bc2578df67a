/// The new names of a script's own names.
///
/// Those that all of the script sees have names of their own. Those inside one statement get theirs
/// from what is left, anew for each statement and in the order they come: equal beginnings, such as
/// a function's first parameter, then look the same and pack well.
struct ScriptRenaming {
  /// The new name of the token at a place; names that stay are not in it.
  private(set) var names: [Int: String] = [:]

  /// So many letters are kept for names within a statement.
  private static let lettersWithin = 30
  private static let letters = Array("etnraosildcupmhgfvbywkxjqzSTACEIOPLMNDRFBHUGVWXYKZJQ$_")

  init(_ tokens: [ScriptToken], _ places: [ScriptNames.Place], _ scriptNames: ScriptNames) {
    var counts: [String: Int] = [:]
    var taken = ScriptLexer.keywords
    for (token, place) in zip(tokens, places) where token.kind == .name && place != .other {
      if scriptNames.shared.contains(token.text) {
        counts[token.text, default: 0] += 1
      } else if !scriptNames.declared.contains(token.text) {
        taken.insert(token.text)
      }
    }
    let frequent = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    var shared: [String: String] = [:]
    var next = Self.lettersWithin
    for (name, _) in frequent { shared[name] = Self.unused(&next, taken) }
    taken.formUnion(shared.values)

    for statement in scriptNames.statements {
      var within: [String: String] = [:]
      var next = 0
      for index in statement where tokens[index].kind == .name && places[index] != .other {
        let name = tokens[index].text
        if let new = shared[name] ?? within[name] {
          names[index] = new
        } else if scriptNames.declared.contains(name) {
          let new = Self.unused(&next, taken)
          within[name] = new
          names[index] = new
        }
      }
    }
  }

  private static func unused(_ next: inout Int, _ taken: Set<String>) -> String {
    while true {
      defer { next += 1 }
      let name = spelled(next)
      if !taken.contains(name) { return name }
    }
  }

  /// A letter, then two.
  private static func spelled(_ number: Int) -> String {
    var number = number
    var name = String(letters[number % letters.count])
    number /= letters.count
    while number > 0 {
      number -= 1
      name.append(letters[number % letters.count])
      number /= letters.count
    }
    return name
  }
}
