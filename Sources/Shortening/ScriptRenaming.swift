/// The new names of a script's own names.
///
/// Those that all of the script sees have names of their own. Those of a function or block get the
/// first ones that nothing around it has, in the order they come: equal beginnings, such as a
/// function's first parameter, then look the same and pack well.
struct ScriptRenaming {
  /// The new name of the token at a place; names that stay are not in it.
  private(set) var names: [Int: String] = [:]

  /// So many letters are kept for names that not all of the script sees.
  private static let lettersWithin = 22
  private static let letters = Array("etaoinsrlhdcumfpgwybvkxjqzABCDEFGHIJKLMNOPQRSTUVWXYZ$_")

  init(_ tokens: [ScriptToken], _ places: [ScriptNames.Place], _ script: ScriptNames) {
    var scopes: [Int: Int] = [:]
    var counts: [String: Int] = [:]
    var taken = ScriptLexer.keywords
    for (index, token) in tokens.enumerated() where token.kind == .name && places[index] != .other {
      if let scope = script.scope(of: token.text, at: index) {
        scopes[index] = scope
        if scope == 0 { counts[token.text, default: 0] += 1 }
      } else {
        taken.insert(token.text)
      }
    }
    // The new names of each scope's names, and the number of the next one for those in it.
    var given: [[String: String]] = []
    var free: [Int] = []
    var next = Self.lettersWithin
    let frequent = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    given.append([:])
    free.append(0)
    for (name, _) in frequent { given[0][name] = Self.unused(&next, taken) }
    taken.formUnion(given[0].values)
    for scope in script.scopes.dropFirst() {
      var next = free[scope.parent ?? 0]
      var names: [String: String] = [:]
      for name in scope.names { names[name] = Self.unused(&next, taken) }
      given.append(names)
      free.append(next)
    }
    for (index, scope) in scopes { names[index] = given[scope][tokens[index].text] }
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
