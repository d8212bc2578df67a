/// One step of a line pattern: a byte of a text, or characters of a set.
struct LineStep: Sendable {
  var characters: LineCharacters
  /// The byte, if the step is part of a text.
  var literal: UInt8?
  /// Whether the step takes one or more characters.
  var repeats = false
  /// Whether the step may take no character.
  var isOptional = false
  /// Whether the step takes as many characters as the rest of the pattern allows; otherwise as few.
  var isGreedy = true
  /// The name of the captured text.
  var capture: String?
  /// Whether the length of the text is captured instead of the text, as a column.
  var isPointer = false

  init(literal: UInt8) {
    characters = LineCharacters(byte: literal)
    self.literal = literal
  }

  init(_ characters: LineCharacters, repeats: Bool = false, capture: String? = nil) {
    self.characters = characters
    self.repeats = repeats
    self.capture = capture
  }

  var isAny: Bool { repeats && characters == .any }
}

extension [LineStep] {
  /// Lets captures take as few characters as possible. If the rest of the pattern may begin with any
  /// of their characters, they take as many as possible: `%l` of `%l%m` takes all digits.
  mutating func shortenCaptures() {
    for index in indices where self[index].capture != nil && self[index].capture != "message" {
      var following = LineCharacters()
      for step in self[(index + 1)...] {
        following.formUnion(step.characters)
        if !step.isOptional { break }
      }
      self[index].isGreedy = following.isSuperset(of: self[index].characters)
    }
  }
}
