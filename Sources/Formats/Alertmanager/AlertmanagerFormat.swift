internal import Inputs

extension InputFormat {
  static let alertmanager = InputFormat(
    name: "alertmanager", title: "alerts as Alertmanager sends them to a webhook",
    evidence:
      "a JSON object with 'alerts' and 'receiver', or a list of objects with 'labels' and 'startsAt'",
    recognizes: { head in
      head.json("alerts") == .array && head.json("receiver") == .string
        || head.json("[].labels") == .object && head.json("[].startsAt") == .string
    },
    read: .json { reader, context in AlertmanagerImporter(reader, context).read() })
}
