/// One word of a script, with what stood before it that may matter.
struct ScriptToken {
  enum Kind {
    case name, keyword, number, string, regex, sign
    /// A part of a template literal: from its beginning, or a `}`, up to a `${` or its end.
    case literal
  }

  var kind: Kind
  var text: String
  /// Whether a line ended between the token before and this one.
  var isOnNewLine = false

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
  func isKeyword(_ word: String) -> Bool { kind == .keyword && text == word }
}

/// Divides a script into words. It knows the language as far as it is written in templates: anything
/// else is an error, not a guess.
struct ScriptLexer {
  static let keywords: Set<String> = [
    "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "extends", "false", "finally", "for", "function", "if",
    "in", "instanceof", "let", "new", "null", "of", "return", "super", "switch", "this", "throw",
    "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield", "get", "set",
    "static", "arguments",
  ]

  private static let signs = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
  ].map { Array($0.utf8) }

  private let bytes: [UInt8]
  private var index = 0
  private var tokens: [ScriptToken] = []
  /// The brackets that are open; a template literal's `${` among them.
  private var open: [String] = []
  private var isOnNewLine = false

  static func tokens(of script: String) throws(ScriptMistake) -> [ScriptToken] {
    var lexer = ScriptLexer(bytes: Array(script.utf8))
    while try lexer.next() {}
    if let bracket = lexer.open.last {
      throw ScriptMistake(line: lexer.line, what: "'\(bracket)' is never closed")
    }
    return lexer.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var line: Int { bytes.prefix(index).reduce(1) { $1 == 10 ? $0 + 1 : $0 } }

  private func mistake(_ what: String) -> ScriptMistake { ScriptMistake(line: line, what: what) }

  private mutating func add(_ kind: ScriptToken.Kind, from start: Int) {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(ScriptToken(kind: kind, text: text, isOnNewLine: isOnNewLine))
    isOnNewLine = false
  }

  private mutating func next() throws(ScriptMistake) -> Bool {
    try skipSpace()
    guard index < bytes.count else { return false }
    let start = index
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): try string(byte)
    case UInt8(ascii: "`"): try literal(from: start)
    case UInt8(ascii: "}") where open.last == "${":
      open.removeLast()
      try literal(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while index < bytes.count, isNameByte(bytes[index]) || isDecimalPoint { index += 1 }
      add(.number, from: start)
    case UInt8(ascii: "/") where isRegexPlace: try regex(from: start)
    default:
      if isNameByte(byte) {
        while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        add(Self.keywords.contains(word) ? .keyword : .name, from: start)
      } else {
        try sign(from: start)
      }
    }
    return true
  }

  private mutating func skipSpace() throws(ScriptMistake) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        isOnNewLine = true
        index += 1
      case UInt8(ascii: "/") where follows("//"):
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      case UInt8(ascii: "/") where follows("/*"):
        throw mistake("a comment is written with '//' here")
      default: return
      }
    }
  }

  private func follows(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes[index...].starts(with: wanted)
  }

  private var isDecimalPoint: Bool {
    bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count
      && (0x30...0x39).contains(bytes[index + 1])
  }

  private mutating func string(_ quote: UInt8) throws(ScriptMistake) {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == UInt8(ascii: "\\") { index += 1 }
      if index < bytes.count, bytes[index] == 0x0A { throw mistake("a string goes over the line") }
      index += 1
    }
    guard index < bytes.count else { throw mistake("a string doesn't end") }
    index += 1
    add(.string, from: start)
  }

  private mutating func literal(from start: Int) throws(ScriptMistake) {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "`") {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if follows("${") {
        index += 2
        open.append("${")
        return add(.literal, from: start)
      }
      index += 1
    }
    guard index < bytes.count else { throw mistake("a template literal doesn't end") }
    index += 1
    add(.literal, from: start)
  }

  /// Whether `/` begins a regular expression: where no value stands before it that it could divide.
  private var isRegexPlace: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .name, .number, .string, .regex: return false
    case .literal: return last.text.hasSuffix("${")
    case .keyword: return !["this", "null", "true", "false", "super"].contains(last.text)
    case .sign: return ![")", "]", "}"].contains(last.text)
    }
  }

  private mutating func regex(from start: Int) throws(ScriptMistake) {
    index += 1
    var isInClass = false
    while index < bytes.count, bytes[index] != UInt8(ascii: "/") || isInClass {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case 0x0A: throw mistake("a regular expression goes over the line")
      default: break
      }
      index += 1
    }
    guard index < bytes.count else { throw mistake("a regular expression doesn't end") }
    index += 1
    while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
    add(.regex, from: start)
  }

  private mutating func sign(from start: Int) throws(ScriptMistake) {
    if let sign = Self.signs.first(where: { bytes[index...].starts(with: $0) }) {
      // `a?.5:b` is no chain.
      let isNumber =
        sign.count == 2 && sign[1] == UInt8(ascii: ".") && index + 2 < bytes.count
        && (0x30...0x39).contains(bytes[index + 2])
      index += isNumber ? 1 : sign.count
      return add(.sign, from: start)
    }
    index += 1
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    switch text {
    case "(", "[", "{": open.append(text)
    case ")", "]", "}":
      let pair = ["(": ")", "[": "]", "{": "}"]
      guard let last = open.popLast(), pair[last] == text else {
        throw mistake("a stray '\(text)'")
      }
    case ";", ",", "<", ">", "=", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", ".":
      break
    default: throw mistake("the character '\(text)' is no part of a script here")
    }
    add(.sign, from: start)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}

/// What is wrong with a script.
package struct ScriptMistake: Error, CustomStringConvertible {
  package var file = ""
  package var line: Int
  package var what: String

  package var description: String { "\(file):\(line): error: \(what)" }
}
