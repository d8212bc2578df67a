import Foundation
import Localization
import Templating
import Testing
import Text

@testable import Publishing
@testable import Rendering

/// What docs/template-names.md says of the names that a site's parts can use.
@Suite struct SiteVocabularyTests {
  /// The names in the tables under "The pages of a site", or in their first column alone.
  private static func listed(inFirstColumn: Bool) throws -> Set<String> {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "docs/template-names.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "## The pages of a site").last)
    var names: Set<String> = []
    for line in section.prefix(
      upTo: section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex
    )
    .split(separator: "\n")
    where line.hasPrefix("| `") || line.hasPrefix("| in it `") {
      let cell = inFirstColumn ? line.dropFirst().prefix { $0 != "|" } : line
      names.formUnion(cell.matches(of: /`([A-Za-z]+)`/).map { String($0.1) })
    }
    return names
  }

  @Test func everyNameIsListed() throws {
    #expect(Set(SiteRecord.names).subtracting(try Self.listed(inFirstColumn: false)) == [])
  }

  @Test func everyListedNameExists() throws {
    let known = Set(SiteRecord.names + Field.allCases.map(\.rawValue))
    #expect(try Self.listed(inFirstColumn: true).subtracting(known) == [])
  }

  @Test(arguments: ["en", "de"])
  func recordsKnowTheirNamesByNumberInEachLanguage(_ language: String) throws {
    let locale = try #require(Strings.locale(language, in: AssetStore()).0)
    let words = SiteVocabulary.words(with: SiteRecord.names, locale)
    for field in SiteField.allCases {
      #expect(SiteField(try #require(words.name(field.rawValue))) == field)
    }
    for other in ["language", "places", "allProjects"] {
      #expect(SiteField(try #require(words.name(other))) == nil)
    }
    // Of equally similar names the first is suggested.
    #expect(words.knownWords.starts(with: Field.allCases.map(\.rawValue) + locale.stringKeys))
    #expect(Set(words.knownWords) == Set(words.names.map(\.text)))
  }
}
