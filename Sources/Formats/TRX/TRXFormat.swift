internal import Inputs
internal import Text

extension InputFormat {
  static let trx = InputFormat(
    name: "trx", title: "TRX",
    evidence: "XML whose root is 'TestRun' of Visual Studio",
    recognizes: { head in
      guard head.xmlRoot == "TestRun" else { return false }
      // CppUnit and AUnit have a root with the same name.
      if let namespace = head.xmlNamespace, !namespace.isEmpty {
        return namespace.contains("/VisualStudio/TeamTest/")
      }
      return head.xmlChild.map(parts.contains) ?? true
    },
    read: .xml { reader, context in TRXImporter(reader, context).read() })

  /// The children of the root.
  private static let parts: Set<String> = [
    "Results", "ResultSummary", "TestDefinitions", "TestEntries", "TestLists",
    "TestRunConfiguration",
    "TestSettings", "Times", "Build",
  ]
}
