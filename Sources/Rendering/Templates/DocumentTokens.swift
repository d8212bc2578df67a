import Markup
import Synchronization
import Templating
import Text

/// The meaning of a token in a document.
enum DocumentToken: Sendable {
  case value(Value, isRaw: Bool)
  /// A component with the contexts at its tag.
  case component(name: String, template: Int, stack: [Value])
}

/// The tokens of a document in order of creation.
final class DocumentTokens: Sendable {
  private let tokens = Mutex<[DocumentToken]>([])

  var all: [DocumentToken] { tokens.withLock { $0 } }

  /// Registers a value or component and writes its token.
  func write(_ token: DocumentToken, to sink: inout ByteSink) {
    let index = tokens.withLock { tokens in
      tokens.append(token)
      return tokens.count - 1
    }
    Token.write(index, to: &sink)
  }
}

/// Writes values of a template's document as tokens, so that cmark parses the author's text only.
struct DocumentEscaper: Escaper {
  let tokens: DocumentTokens

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    tokens.write(.value(value, isRaw: isRaw), to: &sink)
  }
}
