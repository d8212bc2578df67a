internal import Basics

/// The places in a trace of the Java runtime, for code in any language. A frame is
/// `at com.x.Cart.add(Cart.java:7)`, perhaps with a module or a class loader before the class. It
/// names the file without its folder, so the package replaces the folder.
struct JavaTrace {
  /// The places of the project's own code on the way to the last cause, the outermost first.
  private(set) var places: [TraceInText.Place] = []

  private static let mostLines = 5_000
  private static let mostFrames = 20_000
  private static let endings = [".java", ".kt", ".kts", ".scala", ".groovy"]
  /// The beginnings of class names of the runtime.
  private static let runtime = [
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "scala.", "groovy.", "jakarta.",
  ]
  /// The beginnings of class names of frameworks and libraries, unless the test is one of theirs.
  private static let libraries = [
    "org.junit.", "junit.", "org.testng.", "org.assertj.", "org.hamcrest.", "org.opentest4j.",
    "com.google.common.", "org.mockito.", "net.bytebuddy.", "io.mockk.", "io.kotest.",
    "org.spockframework.", "org.scalatest.", "org.specs2.", "munit.", "kotlinx.",
    "org.codehaus.groovy.", "org.apache.groovy.", "org.springframework.", "org.hibernate.",
    "org.gradle.", "worker.org.gradle.", "org.apache.maven.", "org.apache.tomcat.",
    "org.apache.catalina.", "com.intellij.", "android.", "androidx.", "com.android.", "dalvik.",
    "org.robolectric.", "org.jetbrains.", "io.netty.", "reactor.", "io.reactivex.",
    "com.fasterxml.jackson.", "io.cucumber.", "io.micronaut.", "io.quarkus.",
    "org.openqa.selenium.",
    "com.zaxxer.hikari.", "org.postgresql.", "com.mysql.", "org.h2.",
  ]

  /// nil for a text without such a frame.
  ///
  /// - Parameter className: The class of the test.
  init?(_ text: String, className: String?) {
    guard Self.endings.contains(where: { text.contains($0 + ":") }) else { return nil }
    var stacks: [[Frame]] = [[]]
    // The frames of suppressed errors and of their causes are indented.
    var suppressed: Int?
    var room = Self.mostFrames
    var isFound = false
    for line in text.split(separator: "\n").prefix(Self.mostLines) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      let indent = line.utf8.count - words.utf8.count
      if words.hasPrefix("Suppressed: ") {
        suppressed = min(suppressed ?? indent, indent)
      } else if words.hasPrefix("Caused by: ") {
        if suppressed.map({ indent < $0 }) ?? true {
          suppressed = nil
          stacks.append([])
        }
      } else if suppressed != nil {
        continue
      } else if let count = Self.common(words), stacks.count > 1 {
        let shared = stacks[stacks.count - 2].suffix(min(count, room))
        room -= shared.count
        stacks[stacks.count - 1] += shared
      } else if let frame = Frame(words), room > 0 {
        room -= 1
        isFound = isFound || frame.place != nil
        stacks[stacks.count - 1].append(frame)
      }
    }
    guard isFound else { return nil }
    let foreign =
      Self.runtime + Self.libraries.filter { className?.hasPrefix($0) != true }
    // A cause may have no frame of the project's own code.
    for stack in stacks.reversed() {
      let own = stack.filter { frame in !foreign.contains { frame.className.hasPrefix($0) } }
      places = own.compactMap(\.place).reversed()
      if !places.isEmpty { return }
    }
  }

  /// How many frames a cause shares with the outer error: `... 23 more`.
  private static func common(_ words: Substring) -> Int? {
    guard words.hasPrefix("... "), words.hasSuffix(" more") || words.contains(" common frames")
    else { return nil }
    return Int(words.dropFirst(4).prefix { $0.isASCII && $0.isNumber })
  }

  private struct Frame {
    /// The class with its packages.
    var className: Substring
    /// The place; nil if the frame has no line.
    var place: TraceInText.Place?

    init?(_ words: Substring) {
      guard words.hasPrefix("at "), let open = words.lastIndex(of: "("),
        let close = words[open...].firstIndex(of: ")")
      else { return nil }
      // `app//`, `java.base/`, `app/shop@1.0/`
      let function = words[..<open].dropFirst(3)
      let name = function.lastIndex(of: "/").map { function[function.index(after: $0)...] }
      let parts = (name ?? function).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 1, let method = parts.last, let first = parts[0].first,
        first.isLetter || first == "_" || first == "$"
      else { return nil }
      className = (name ?? function).dropLast(method.count + 1)
      let source = words[words.index(after: open)..<close]
      guard let colon = source.lastIndex(of: ":"),
        JavaTrace.endings.contains(where: { source[..<colon].hasSuffix($0) }),
        !source[..<colon].contains("/"), let line = Int(source[source.index(after: colon)...]),
        line > 0
      else { return }
      let packages = parts.dropLast(2) + [source[..<colon]]
      place = (packages.joined(separator: "/"), line)
    }
  }
}
