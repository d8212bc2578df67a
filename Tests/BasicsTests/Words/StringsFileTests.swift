import Basics
import JSON
import Testing

@Suite struct StringsFileTests {
  static let tags = ["ar", "de", "en", "es", "fr", "he", "ja", "pl"]

  private func placeholders(_ text: String) -> Set<String> {
    var names: Set<String> = []
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      names.insert(String(piece.prefix { $0 != "}" }))
    }
    return names
  }

  private func keys(_ json: JSONValue?) -> Set<String> {
    Set((json?.members ?? []).map(\.key))
  }

  @Test(arguments: tags) func readsWithoutAFinding(tag: String) throws {
    let (locale, diagnostics) = Locale.read(try strings(tag))
    #expect(diagnostics == [])
    #expect(locale.tag == tag)
    #expect(locale.isRightToLeft == ["ar", "he"].contains(tag))
  }

  @Test(arguments: tags) func hasEnglishsKeysAndPlaceholders(tag: String) throws {
    let english = try strings("en")
    let other = try strings(tag)
    for part in ["strings", "patterns", "counts", "calendar", "numbers"] {
      #expect(keys(other[part]) == keys(english[part]), "\(part)")
    }
    for part in ["strings", "patterns"] {
      for member in english[part]?.members ?? [] {
        let words = other[part]?[member.key]?.string ?? ""
        #expect(placeholders(words) == placeholders(member.value.string ?? ""), "\(member.key)")
        #expect(words.isEmpty == (member.key == "statusNone"), "\(member.key)")
      }
    }
  }

  @Test(arguments: tags) func hasEveryPluralFormThatItsRulesYield(tag: String) throws {
    let json = try strings(tag)
    let wanted = Set(Locale(json).plurals.categories.map(\.rawValue))
    for member in json["counts"]?.members ?? [] {
      #expect(keys(member.value) == wanted, "\(member.key)")
      for form in member.value.members {
        #expect(placeholders(form.value.string ?? "").isSubset(of: ["count"]))
        // A form that holds for more than one number has to say which.
        if ["few", "many", "other"].contains(form.key) {
          #expect(placeholders(form.value.string ?? "") == ["count"], "\(member.key)")
        }
      }
    }
  }

  @Test(arguments: tags) func tellsWordsOfAKindApart(tag: String) throws {
    let locale = try locale(tag)
    for kind in [
      ["tensePast", "tenseCurrent", "tenseFuture"],
      ["urgencyError", "urgencyWarning", "urgencySuccess", "urgencyInformation", "urgencyNeutral"],
      ["statusOpen", "statusInProgress", "statusCompleted"],
      ["milestoneStart", "milestoneEnd"], ["changeNew", "changeStill", "changeFixed"],
    ] {
      let words = kind.map { locale.string($0).lowercased() }
      for (index, word) in words.enumerated() {
        for (other, text) in words.enumerated() where other != index {
          #expect(!text.contains(word), "\(kind[index])")
        }
      }
    }
  }

  @Test(arguments: tags) func speaksWithoutBlame(tag: String) throws {
    guard tag == "en" else { return }
    let locale = try locale(tag)
    for key in locale.stringKeys {
      let words = locale.string(key).lowercased().split { !$0.isLetter }
      #expect(Set(words).isDisjoint(with: ["you", "your", "me", "my"]), "\(key)")
    }
  }
}
