internal import Inputs

extension InputFormat {
  static let robot = InputFormat(
    name: "robot", title: "Robot Framework XML",
    evidence: "XML whose root is 'robot'",
    runner: "Robot Framework",
    recognizes: { $0.xmlRoot == "robot" },
    read: .xml { reader, context in RobotImporter(reader, context).read() })
}
