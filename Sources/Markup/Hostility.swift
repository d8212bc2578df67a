/// Values that would keep a parser busy for longer than their size allows. They are shown as they
/// were written.
enum Hostility {
  static func isTooCostly(_ source: Bytes) -> Bool {
    false
  }
}
