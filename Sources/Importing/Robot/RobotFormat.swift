extension InputFormat {
  static let robot = InputFormat(
    name: "robot", title: "output.xml of Robot Framework",
    evidence: "XML whose root is 'robot'",
    recognizes: { $0.xmlRoot == "robot" },
    read: { importer, source in
      importer.readXML(source) { reader, context in RobotImporter(reader, context).read() }
    })
}
