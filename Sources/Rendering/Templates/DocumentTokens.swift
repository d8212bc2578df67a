import Basics
import Markup
import Synchronization
import Templating

/// What the tokens of a document stand for.
enum DocumentToken: Sendable {
  case value(Value, isRaw: Bool)
  /// A component, and what names mean where its tag stands.
  case component(name: String, template: Int, stack: [Value])
}

/// The tokens of one document, in the order they were met.
final class DocumentTokens: Sendable {
  private let tokens = Mutex<[DocumentToken]>([])

  var all: [DocumentToken] { tokens.withLock { $0 } }

  /// Writes the token that stands for something.
  func write(_ token: DocumentToken, to sink: inout ByteSink) {
    let index = tokens.withLock { tokens in
      tokens.append(token)
      return tokens.count - 1
    }
    Token.write(index, to: &sink)
  }
}

/// The language of a template's document: every value becomes a token, so that cmark parses the
/// words of the template's author and nothing else.
struct DocumentEscaper: Escaper {
  let tokens: DocumentTokens

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    tokens.write(.value(value, isRaw: isRaw), to: &sink)
  }
}
