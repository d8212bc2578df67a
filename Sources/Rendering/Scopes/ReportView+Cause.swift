import Model
import Templating

extension ReportView {
  /// The line that says why the test of a message failed, unless the title says it.
  func cause(of message: Message) -> Value { value(message.shownCause) }

  /// The cause, unless the title or the text says it.
  func causeApart(of message: Message) -> Value { value(message.causeAboveText) }

  private func value(_ cause: String?) -> Value {
    guard let cause else { return .absent }
    let isCut = style.isAscii && cause.hasSuffix("…")
    return Value(title: isCut ? cause.dropLast() + "..." : cause)
  }
}
