import Files
import Text

/// The HTML of many messages in columns, which compress well and take little memory in a browser.
///
/// Each message is cut into values: quoted attribute values, and the lines of its texts. What is
/// between them is its *form*. Messages with the same form share it, and it also contains the values
/// that are equal in all of them. Each other value is a column. If the values of a column differ
/// only in numbers, each of these numbers is a column instead. Equal columns are stored once.
///
/// The data is a text. It has the numbers of the messages' forms, a list for each list of messages,
/// and after that each form with its columns (see `Separator`). `page/05-unpack.js` reads it. Cutting
/// never changes the HTML, so a template may write messages in any form.
struct MessagePack {
  /// The HTML of all messages.
  private var html: [UInt8] = []
  /// The values of all messages, as places in `html`.
  private var values: [Range<Int>] = []
  /// The forms: what is around the values, with a zero for each value.
  private var forms: [[UInt8]: Int] = [:]
  /// By form, the first value of each of its messages.
  private var messages: [[Int]] = []
  /// By list, the form of each of its messages.
  private var lists: [[Int]] = []

  /// The number of bytes of HTML.
  var size: Int { html.count }

  /// Characters that no HTML contains.
  private enum Separator {
    /// Around the number of a column in a form; the first column is 1.
    static let column = UInt8(0x1B)
    /// Between the forms, after the lists.
    static let form = UInt8(0x1D)
    /// Between lists; between a form and its columns.
    static let list = UInt8(0x1E)
    /// Between the items of a list; between the values of a column.
    static let item = UInt8(0x1F)
  }

  /// Adds the messages of a list. Returns false for any other content, which the script reads in
  /// its place.
  mutating func add(_ list: ArraySlice<UInt8>) -> Bool {
    guard !list.contains(where: { $0 == 0 || 0x1B...0x1F ~= $0 }) else { return false }
    let starts = Self.messages(in: list)
    // The last message ends before the end tag of the list.
    guard let first = starts.first, let end = Self.lastEndTag(in: list), end > starts.last ?? end,
      ByteSearch.first("data-rows=", in: list[list.startIndex..<first]) != nil
    else { return false }
    lists.append([])
    for (index, start) in starts.enumerated() {
      add(message: list[start..<(index + 1 < starts.count ? starts[index + 1] : end)])
    }
    return true
  }

  /// The tags with a fingerprint. `<` and `>` always belong to a tag.
  private static func messages(in list: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    let key: StaticString = "data-key=\""
    // The result of a search counts from the start of the slice.
    var offset = 0
    while let next = ByteSearch.first(key, in: list, from: offset) {
      offset = next + key.utf8CodeUnitCount
      var at = list.startIndex + next
      while at > list.startIndex, list[at] != UInt8(ascii: "<"), list[at] != UInt8(ascii: ">") {
        at -= 1
      }
      // Other occurrences are in the text of a message.
      if list[at] == UInt8(ascii: "<") { found.append(at) }
    }
    return found
  }

  private static func lastEndTag(in list: ArraySlice<UInt8>) -> Int? {
    guard let slash = list.lastIndex(of: UInt8(ascii: "<")), slash + 1 < list.endIndex,
      list[slash + 1] == UInt8(ascii: "/")
    else { return nil }
    return slash
  }

  private mutating func add(message: ArraySlice<UInt8>) {
    let start = html.count
    html += message
    let first = values.count
    var form: [UInt8] = []
    form.reserveCapacity(message.count)
    var written = start
    var at = start
    func cut(_ end: Int, _ pack: inout MessagePack) {
      form += pack.html[written..<at]
      form.append(0)
      pack.values.append(at..<end)
      written = end
    }
    var isInTag = false
    while at < html.count {
      let byte = html[at]
      if isInTag {
        at += 1
        if byte == UInt8(ascii: ">") { isInTag = false }
        guard byte == UInt8(ascii: "\"") else { continue }
        let end = html[at...].firstIndex(of: UInt8(ascii: "\"")) ?? html.count
        cut(end, &self)
        at = end + 1
      } else if byte == UInt8(ascii: "<") {
        isInTag = true
        at += 1
      } else if byte <= UInt8(ascii: " ") {
        at += 1
      } else {
        let end = html[at...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") }
        cut(end ?? html.count, &self)
        at = end ?? html.count
      }
    }
    if written < html.count { form += html[written...] }
    let number = forms[form] ?? forms.count
    if number == forms.count {
      forms[form] = number
      messages.append([])
    }
    messages[number].append(first)
    lists[lists.count - 1].append(number)
  }

  /// The messages as compressed data in Base64; nil if there is no memory to compress them.
  var data: String? {
    var text: [UInt8] = []
    for (index, list) in lists.enumerated() {
      if index > 0 { text.append(Separator.list) }
      for (index, form) in list.enumerated() {
        if index > 0 { text.append(Separator.item) }
        text += String(form).utf8
      }
    }
    for (form, number) in forms.sorted(by: { $0.value < $1.value }) {
      text.append(Separator.form)
      write(form, messages[number], to: &text)
    }
    return Gzip.pack(text).map(Base64.encode)
  }

  /// Writes a form and its columns.
  private func write(_ form: [UInt8], _ messages: [Int], to text: inout [UInt8]) {
    var columns: [[UInt8]] = []
    var numbers: [[UInt8]: Int] = [:]
    func add(_ column: [Range<Int>]) {
      if column.dropFirst().allSatisfy({ isEqual($0, column[0]) }) {
        text += html[column[0]]
        return
      }
      let values = Array(column.lazy.map { html[$0] }.joined(separator: [Separator.item]))
      let number = numbers[values] ?? columns.count + 1
      if number > columns.count {
        columns.append(values)
        numbers[values] = number
      }
      text.append(Separator.column)
      text += String(number).utf8
      text.append(Separator.column)
    }
    var value = 0
    for byte in form {
      guard byte == 0 else {
        text.append(byte)
        continue
      }
      let column = messages.map { values[$0 + value] }
      value += 1
      if let parts = self.numbers(in: column) {
        var end = column[0].lowerBound
        for part in parts {
          text += html[end..<part[0].lowerBound]
          add(part)
          end = part[0].upperBound
        }
        text += html[end..<column[0].upperBound]
      } else {
        add(column)
      }
    }
    for column in columns {
      text.append(Separator.list)
      text += column
    }
  }

  private func isEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && html[one].elementsEqual(html[other])
  }

  /// The numbers in the values of a column, as columns; nil if the values differ in anything else,
  /// or in nothing.
  private func numbers(in column: [Range<Int>]) -> [[Range<Int>]]? {
    let first = numbers(in: column[0])
    guard !first.isEmpty, !column.dropFirst().allSatisfy({ isEqual($0, column[0]) }) else {
      return nil
    }
    var parts = first.map { [$0] }
    for value in column.dropFirst() {
      let own = numbers(in: value)
      guard own.count == first.count else { return nil }
      var (end, firstEnd) = (value.lowerBound, column[0].lowerBound)
      for (index, part) in own.enumerated() {
        guard isEqual(end..<part.lowerBound, firstEnd..<first[index].lowerBound) else { return nil }
        (end, firstEnd) = (part.upperBound, first[index].upperBound)
        parts[index].append(part)
      }
      guard isEqual(end..<value.upperBound, firstEnd..<column[0].upperBound) else { return nil }
    }
    return parts
  }

  /// The digits in a value.
  private func numbers(in value: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = value.lowerBound
    while at < value.upperBound {
      let start = at
      while at < value.upperBound, 0x30...0x39 ~= html[at] { at += 1 }
      if at > start { found.append(start..<at) } else { at += 1 }
    }
    return found
  }
}
