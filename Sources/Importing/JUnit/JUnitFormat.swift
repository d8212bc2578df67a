extension InputFormat {
  static let junit = InputFormat(
    name: "junit", title: "JUnit XML",
    recognizes: { head in
      ["testsuites", "testsuite"].contains(head.xmlRoot) && head.xmlChild != "suite"
        && head.xmlNamespace?.contains("check.sourceforge.net") != true
    },
    read: { importer, file, source in
      importer.readXML(file, source) { reader, number in
        JUnitImporter(reader, file: number, options: ImportOptions()).read()
      }
    })
}
