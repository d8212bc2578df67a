import Basics

/// Keeps the direction of a value from reaching its neighbours.
enum Isolation {
  /// Writes a value between isolates when it holds letters of the other direction.
  static func write(
    _ words: String, inRightToLeft isRightToLeft: Bool, to sink: inout ByteSink,
    by writer: (String, inout ByteSink) -> Void
  ) {
    guard PhraseValue.isForeign(words, inRightToLeft: isRightToLeft) else {
      writer(words, &sink)
      return
    }
    sink.write("\u{2068}")
    writer(words, &sink)
    sink.write("\u{2069}")
  }

  /// Writes a phrase, the values in it each by itself.
  static func writePhrase(
    _ phrase: String, inRightToLeft isRightToLeft: Bool, to sink: inout ByteSink,
    by writer: (String, inout ByteSink) -> Void
  ) {
    for piece in PhraseValue.pieces(of: phrase) {
      if piece.isValue {
        write(piece.words, inRightToLeft: isRightToLeft, to: &sink, by: writer)
      } else {
        writer(piece.words, &sink)
      }
    }
  }
}
