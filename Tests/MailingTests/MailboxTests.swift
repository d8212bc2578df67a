import Testing

@testable import Mailing

/// Parsing of addresses.
@Suite struct MailboxTests {
  @Test func readsAddressesWithAndWithoutNames() throws {
    #expect(try Mailbox.list("a@example.org") == [someone])
    #expect(try Mailbox(parsing: "<a@example.org>") == someone)
    let ann = try Mailbox(parsing: "  Ann  B. Lee <ann.lee+ci@mail.example.org> ")
    #expect(ann.name == "Ann B. Lee")
    #expect(ann.address == "ann.lee+ci@mail.example.org")
    #expect(try Mailbox(parsing: #""Lee, \"A\"" <a@localhost>"#).name == #"Lee, "A""#)
    #expect(try Mailbox(parsing: "Анна 李 <a@xn--bcher-kva.example>").name == "Анна 李")
  }

  @Test func addressListsAreSeparatedByCommas() throws {
    let list = try Mailbox.list(#"a@example.org, "B, C" <b@example.org>,D <d@example.org>"#)
    #expect(list.map(\.address) == ["a@example.org", "b@example.org", "d@example.org"])
    #expect(list.map(\.name) == [nil, "B, C", "D"])
    #expect(throws: AddressError.self) { try Mailbox(parsing: "a@b.example, c@d.example") }
  }

  @Test(arguments: [
    ("", "missing"), ("a@b.example,", "missing"), (",a@b.example", "missing"),
    ("ann", "no '@'"), ("Ann Lee ann@b.example", "invalid address"),
    ("@b.example", "nothing before"),
    ("a@", "nothing after"), ("a@b..example", "invalid domain"), ("a@-b.example", "invalid domain"),
    ("a@b_c.example", "invalid domain"), ("a..b@c.example", "full stop"),
    (".a@c.example", "full stop"),
    ("a b@c.example", "invalid address"), ("Ann <a b@c.example>", "space"),
    ("Ann <a@b.example", "unclosed"), ("\"Ann <a@b.example>", "unclosed"),
    ("Ann a@b.example>", "'>' without '<'"), ("Team: a@b.example;", "groups"),
    ("a@b.example; c@d.example", "groups"), ("a@b.example (Ann)", "in quotes only"),
    ("Ann <a@b.example> Lee", "unexpected text"), ("a@bücher.example", "domain"),
    ("jürgen@b.example", "before its '@'"), ("a@[127.0.0.1]", "in quotes only"),
    ("Ann <a@b@c.example>", "before its '@'"), ("\"a b\"@c.example", "invalid address"),
    ("mailto:a@b.example", "can't begin with"), ("\u{202E}Ann <a@b.example>", "U+202E"),
    ("Ann\u{2066} <a@b.example>", "U+2066"),
  ])
  func invalidAddressesHaveAReason(text: String, why: String) {
    do {
      let list = try Mailbox.list(text)
      Issue.record("\(text) was taken for \(list)")
    } catch {
      #expect(error.why.contains(why), "\(text): \(error.why)")
    }
  }

  @Test(arguments: ["\r", "\n", "\r\n", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\t"])
  func addressesWithLineEndsOrControlCharactersAreRefused(control: String) {
    for text in [
      "Ann\(control)Bcc: x@b.example <a@b.example>", "\"Ann\(control)\" <a@b.example>",
      "a@b.example\(control)", "a\(control)@b.example",
    ] {
      #expect(throws: AddressError.self) { try Mailbox.list(text) }
    }
  }

  @Test func anInternationalDomainHasHelp() {
    do {
      _ = try Mailbox.list("a@bücher.example")
      Issue.record("no server takes it")
    } catch {
      #expect(error.help == ["write the domain in the form that begins with 'xn--'"])
    }
  }
}
