import Composing
import Diagnostics
import Preparing
import Templating

/// The additional names of `page/shell.html`: head, policy, styles and icons.
final class PageShell: Scope {
  /// The name of the shell in the template library.
  static let name = TemplateFile.pageShell

  private let style: StyleSheet
  private let script: PageScript
  private let icons: [String]
  private let tokens: Tokens
  private let logo: Logo?
  /// The page's icon as a `data:` address.
  private let favicon: String?
  private let frame: PageFrame?
  private let attachments: AttachmentPlan
  /// Whether the page has fonts.
  private let hasFonts: Bool
  /// The addresses of the files with style and scripts; nil in a page that contains them.
  private let links: Links?
  /// Whether the script loads scripts from beside the page.
  private let loadsScripts: Bool
  /// What the policy allows besides the page's style and script.
  private let own: ShellElements

  struct Links {
    var style: String
    var script: String?
    var ownScript: String?
    /// The addresses of the theme's fonts.
    var fonts: [String] = []
  }

  init(
    style: StyleSheet, script: PageScript, icons: [String], theme: Theme, favicon: String? = nil,
    attachments: AttachmentPlan = AttachmentPlan(), hasFonts: Bool = false, frame: PageFrame? = nil,
    links: Links? = nil, loadsScripts: Bool = false, own: ShellElements = ShellElements()
  ) {
    self.own = own
    self.favicon = favicon
    self.attachments = attachments
    self.hasFonts = hasFonts
    self.frame = frame
    self.links = links
    self.loadsScripts = loadsScripts
    self.style = style
    self.script = script
    self.icons = icons
    tokens = theme.tokens
    logo = theme.logo
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .policy: .text(policy)
    case .script: .pieces(script.inPage)
    case .styles: .pieces(style.pieces)
    case .styleAddress: links.map { .finished($0.style) } ?? .absent
    case .scriptAddress: links?.script.map { .finished($0) } ?? .absent
    case .ownScriptAddress: links?.ownScript.map { .finished($0) } ?? .absent
    case .fonts: .records(FontScope(links?.fonts ?? []), 0..<(links?.fonts.count ?? 0))
    case .icons: .pieces(icons)
    case .logo: logo.map { .finished($0.address) } ?? .absent
    case .favicon: favicon.map { .finished($0) } ?? .absent
    case .content: .slot
    case .head: frame.map { _ in .finished(PageFrame.marked("", .head)) } ?? .absent
    case .above: frame.map { .finished(PageFrame.marked($0.above, .above)) } ?? .absent
    case .below: frame.map { .finished(PageFrame.marked($0.below, .below)) } ?? .absent
    case .schemes: .text(tokens.dark.isEmpty ? "light" : "light dark")
    case .themeColors: .records(ThemeColorScope(tokens), 0..<(tokens.dark.isEmpty ? 1 : 2))
    default: .missing
    }
  }

  /// The sources of attached files. A page that is opened from disk has no origin of its own.
  private static let files = " 'self' file:"

  /// The content security policy: only the style, scripts and fonts of page, shell and theme, and no
  /// connections. Linked ones are before the policy, which does not apply to them. Logo, icon and
  /// small pictures are embedded as `data:` addresses, for which a policy knows no digests.
  private var policy: String {
    var policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
      + ([style.policyHash] + own.styles).joined(separator: " ")
    let hasData = logo != nil || favicon != nil || attachments.hasEmbedded
    let images = [(hasData, " data:"), (attachments.hasLinked, Self.files)].filter(\.0)
    if !images.isEmpty { policy += "; img-src" + images.map(\.1).joined() }
    if attachments.hasVideos { policy += "; media-src" + Self.files }
    if let links, !links.fonts.isEmpty {
      policy += "; font-src 'self'"
    } else if hasFonts {
      policy += "; font-src data:"
    }
    let scripts = script.policyHashes + own.scripts + (loadsScripts ? ["'self'"] : [])
    if !scripts.isEmpty { policy += "; script-src " + scripts.joined(separator: " ") }
    return policy
  }
}

/// The fonts that a page links.
final class FontScope: Scope {
  private let addresses: [String]

  init(_ addresses: [String]) {
    self.addresses = addresses
  }

  func value(_ name: Name, at index: Int) -> Value {
    Field(name) == .address ? .address(addresses[index]) : .missing
  }
}

/// The colour of the browser's interface for each scheme.
final class ThemeColorScope: Scope {
  private let tokens: Tokens

  init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .scheme: .text(index == 0 ? "light" : "dark")
    case .color: Value(tokens.value("color-canvas", isDark: index == 1))
    default: .missing
    }
  }
}
