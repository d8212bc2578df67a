package import Composing

/// Options for rendering a target. This is the only declaration of each option and of its default.
package struct RenderOptions: Sendable, Hashable {
  /// The screen that a mail, Markdown or text is read on. A page adapts by itself.
  package var screenWidth = ScreenWidth.regular
  /// The number of columns of a line of text.
  package var columns = Self.usualColumns
  /// The maximum number of bytes of a mail, Markdown or text; nil uses the target's default.
  package var budget: Int?
  /// Whether text uses ASCII characters only.
  package var isAscii = false
  /// Whether text also wraps lines of code.
  package var breaksCode = false
  /// Whether text uses terminal colours.
  package var usesColor = false
  /// Whether a page has all messages as HTML, instead of the first thousand and compressed data.
  package var hasEverythingInline = false
  /// Whether a mail without changes is reduced to a few lines and a link.
  package var isBrief = false
  /// The text below a mail.
  package var footer: Footer?

  /// Why a mail is sent, and how to stop it.
  package struct Footer: Sendable, Hashable {
    /// Whether it is sent only if there is news.
    package var isForNews = false
    /// The reason for the mail; nil for one about a run.
    package var occasion: String?
    /// `mailto:` or `https:` addresses.
    package var unsubscribe: [String] = []
    /// The program and its version.
    package var program: String?
    /// Whether the page is attached.
    package var hasAttachedReport = false
    /// The address of the job, if the build service provides it.
    package var job: String?

    package init() {}
  }

  /// The picture that a mail shows.
  package var picture: Picture?

  /// A picture of a message, with its address in a mail.
  package struct Picture: Sendable, Hashable {
    /// The index of the message, and of its attachment.
    package var message: Int
    package var attachment: Int
    /// `cid:` and the id of a part.
    package var address: String

    package init(message: Int, attachment: Int, address: String) {
      (self.message, self.attachment, self.address) = (message, attachment, address)
    }
  }

  /// Where a page finds attached files that it does not contain.
  package var attachedFiles = AttachedFiles.unreachable

  package enum AttachedFiles: Sendable, Hashable {
    case unreachable
    /// In the page's folder, under their names in a site.
    case beside
    /// At their own paths, if these are below the folder of the page.
    case below(String)
  }

  /// The usual number of columns, also of mails. With one or two quotation marks before it, a line
  /// still fits into a terminal of 80 columns.
  package static let usualColumns = 72
  package static let possibleColumns = 20...1_000

  package init() {}
}
