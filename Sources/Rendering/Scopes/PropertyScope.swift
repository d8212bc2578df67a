import Model
import Templating

/// The own properties of a message, an entry or a run, as a list and by their names.
final class PropertyScope: Scope {
  private let properties: [Property]

  private init(_ properties: [Property]) {
    self.properties = properties
  }

  static func records(_ properties: [Property]) -> Value {
    properties.isEmpty ? .absent : .records(PropertyScope(properties), 0..<properties.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .name: .text(properties[index].name)
    case .value: written(at: index)
    default: .missing
    }
  }

  func member(_ name: Name, in records: Range<Int>) -> Value {
    properties.firstIndex { $0.name == name.text }.map { .record(self, $0) } ?? .absent
  }

  func written(at index: Int) -> Value { .text(properties[index].value.text) }
}
