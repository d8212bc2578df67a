extension InputFormat {
  static let robot = InputFormat(
    name: "robot", title: "Robot Framework XML",
    evidence: "XML whose root is 'robot'",
    runner: "Robot Framework",
    recognizes: { $0.xmlRoot == "robot" },
    read: { importer, source in
      importer.readXML(source) { reader, context in RobotImporter(reader, context).read() }
    })
}
