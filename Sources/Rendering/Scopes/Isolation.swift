import Localization
import Text

/// Prevents the text direction of a value from affecting its neighbours.
enum Isolation {
  /// Writes a value, between isolates if it contains letters of the other direction.
  static func write(
    _ text: String, inRightToLeft isRightToLeft: Bool, to sink: inout ByteSink,
    by writer: (String, inout ByteSink) -> Void
  ) {
    guard PhraseValue.isForeign(text, inRightToLeft: isRightToLeft) else {
      writer(text, &sink)
      return
    }
    sink.write("\u{2068}")
    writer(text, &sink)
    sink.write("\u{2069}")
  }

  /// Writes a phrase and isolates each value in it.
  static func writePhrase(
    _ phrase: String, inRightToLeft isRightToLeft: Bool, to sink: inout ByteSink,
    by writer: (String, inout ByteSink) -> Void
  ) {
    for piece in PhraseValue.pieces(of: phrase) {
      if piece.isValue, isRightToLeft, piece.text.first.map({ "+\u{2212}-".contains($0) }) == true {
        // A sign would change sides with its number.
        sink.write("\u{2068}")
        writer(piece.text, &sink)
        sink.write("\u{2069}")
      } else if piece.isValue {
        write(piece.text, inRightToLeft: isRightToLeft, to: &sink, by: writer)
      } else {
        writer(piece.text, &sink)
      }
    }
  }
}
