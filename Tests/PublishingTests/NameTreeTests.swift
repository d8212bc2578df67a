import Testing

@testable import Publishing

/// The folders of many names.
@Suite struct NameTreeTests {
  private func leaves(_ folder: NameTree.Folder) -> [NameTree.Folder] {
    folder.folders.isEmpty ? [folder] : folder.folders.flatMap(leaves)
  }

  private func all(_ folder: NameTree.Folder) -> [NameTree.Folder] {
    [folder] + folder.folders.flatMap(all)
  }

  /// What holds of every tree.
  private func check(_ names: [String]) throws {
    let tree = NameTree(names)
    #expect(tree.names.sorted() == names.sorted())
    let leaves = leaves(tree.root)
    #expect(leaves.flatMap(\.names) == Array(names.indices), "each name is in one place")
    #expect(leaves.allSatisfy { $0.names.count <= NameTree.most })
    let folders = all(tree.root).dropFirst()
    #expect(Set(folders.map(\.prefix)).count == folders.count)
    for folder in folders {
      let own = tree.names[folder.names]
      #expect(own.allSatisfy { $0.lowercased().hasPrefix(folder.prefix) })
      guard folder.names.count > 1 else { continue }
      #expect(
        tree.names.count { $0.lowercased().hasPrefix(folder.prefix) } == own.count,
        "'\(folder.prefix)' holds all names that begin with it")
    }
  }

  @Test func fewNamesAreNotDivided() throws {
    let tree = NameTree((1...NameTree.most).map { "p\($0)" })
    #expect(tree.root.folders.isEmpty)
  }

  @Test func namesAreDividedAtTheirWords() throws {
    let names = ["api", "docs", "web"].flatMap { team in (0..<120).map { "acme-\(team)-\($0)" } }
    let tree = NameTree(names)
    #expect(tree.root.folders.map(\.prefix) == ["acme-api-", "acme-docs-", "acme-web-"])
    try check(names)
  }

  @Test func manyWordsAreDividedAtTheirLetters() throws {
    let names = (0..<10_000).map { number in
      let team = String(number / 10)
      return "team" + String(repeating: "0", count: 5 - team.count) + team + "-part\(number % 10)"
    }
    try check(names)
    let tree = NameTree(names)
    #expect(tree.root.folders.count == 100)
    #expect(tree.root.folders.map(\.prefix).prefix(2) == ["team0000", "team0001"])
    #expect(tree.root.folders.allSatisfy { $0.folders.isEmpty })
  }

  @Test func aNameThatIsAWordOfOthersIsAlone() throws {
    let names = ["pay"] + (0..<300).map { "pay-\($0)" } + (0..<300).map { "payments-\($0)" }
    try check(names)
    let tree = NameTree(names)
    #expect(tree.root.folders.map(\.prefix).contains("pay"))
  }

  @Test func caseMakesNoDifference() throws {
    try check((0..<400).map { ($0 % 2 == 0 ? "Team" : "team") + "-\($0)" })
  }

  @Test func longNamesInManyFoldersAreDivided() throws {
    let start = String(repeating: "a", count: 90)
    try check((0..<2_000).map { "\(start)\($0)" })
    try check((0..<2_000).map { String(repeating: "ab-", count: $0 % 30) + "x\($0)" })
  }

  @Test func aNewNameLeavesOtherFoldersAsTheyAre() {
    let names = (0..<600).map { "team-\($0 % 6)-\($0)" }
    let before = NameTree(names).root.folders.map(\.prefix)
    let after = NameTree(names + ["team-3-new"]).root.folders.map(\.prefix)
    #expect(before == after)
  }
}
