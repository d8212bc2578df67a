internal import Text

/// The places in a trace of the Java runtime, for code in any language. A frame is
/// `at com.x.Cart.add(Cart.java:7)`, perhaps with a module or a class loader before the class. It
/// names the file without its folder, so the package replaces the folder.
struct JavaTrace {
  /// The places of the project's own code on the way to the last cause, the outermost first.
  private(set) var places: [TraceInText.Place] = []

  private static let mostLines = 5_000
  private static let mostFrames = 20_000
  private static let endings = [".java", ".kt", ".kts", ".scala", ".groovy"]
  /// The packages of the runtime.
  private static let runtime: Set<String> = [
    "java", "javax", "jdk", "sun", "com.sun", "kotlin", "scala", "groovy", "jakarta",
  ]
  /// The packages of frameworks and libraries, unless the test is one of theirs.
  private static let libraries: Set<String> = [
    "akka", "android", "androidx", "ch.qos.logback", "com.amazonaws", "com.android",
    "com.codeborne.selenide", "com.fasterxml.jackson", "com.github.tomakehurst",
    "com.google.common", "com.google.gson", "com.google.inject", "com.google.protobuf",
    "com.intellij", "com.jayway", "com.microsoft.playwright", "com.mongodb", "com.mysql",
    "com.zaxxer.hikari", "cucumber", "dalvik", "io.appium", "io.cucumber", "io.grpc", "io.kotest",
    "io.ktor", "io.lettuce", "io.micronaut", "io.mockk", "io.netty", "io.quarkus", "io.reactivex",
    "io.restassured", "io.vertx", "junit", "kotlinx", "liquibase", "munit", "net.bytebuddy",
    "okhttp3", "okio", "oracle.jdbc", "org.apache.catalina", "org.apache.commons",
    "org.apache.groovy", "org.apache.hc", "org.apache.http", "org.apache.ibatis",
    "org.apache.kafka", "org.apache.maven", "org.apache.tomcat", "org.assertj", "org.awaitility",
    "org.codehaus.groovy", "org.eclipse.jetty", "org.flywaydb", "org.glassfish", "org.gradle",
    "org.h2", "org.hamcrest", "org.hibernate", "org.jboss", "org.jetbrains", "org.jooq",
    "org.junit", "org.mariadb", "org.mockito", "org.mockserver", "org.openqa.selenium",
    "org.opentest4j", "org.postgresql", "org.robolectric", "org.scalatest", "org.slf4j",
    "org.specs2", "org.spockframework", "org.springframework", "org.testcontainers", "org.testng",
    "org.wiremock", "reactor", "redis.clients", "retrofit2", "software.amazon", "worker.org.gradle",
  ]
  /// The most parts of these packages.
  private static let mostParts = 3

  /// nil for a text without such a frame.
  ///
  /// - Parameter className: The class of the test.
  init?(_ lines: [ArraySlice<UInt8>], className: String?) {
    var stacks: [[Frame]] = [[]]
    // The frames of suppressed errors and of their causes are indented.
    var suppressed: Int?
    var room = Self.mostFrames
    var isFound = false
    for line in lines.prefix(Self.mostLines) {
      let words = line.drop(while: PlainText.isSpaceOrTab)
      let indent = words.startIndex - line.startIndex
      if words.starts(with: "Suppressed: ".utf8) {
        suppressed = min(suppressed ?? indent, indent)
      } else if words.starts(with: "Caused by: ".utf8) {
        if suppressed.map({ indent < $0 }) ?? true {
          suppressed = nil
          stacks.append([])
        }
      } else if suppressed != nil {
        continue
      } else if let frame = Frame(words) {
        guard room > 0 else { continue }
        room -= 1
        isFound = isFound || frame.place != nil
        stacks[stacks.count - 1].append(frame)
      } else if stacks.count > 1, let count = Self.common(words) {
        let shared = stacks[stacks.count - 2].suffix(min(count, room))
        room -= shared.count
        stacks[stacks.count - 1] += shared
      }
    }
    guard isFound else { return nil }
    // A cause may have no frame of the project's own code.
    for stack in stacks.reversed() {
      let own = stack.filter { !Self.isForeign($0.className, className) }
      places = own.compactMap(\.place).reversed()
      if !places.isEmpty { return }
    }
  }

  /// Whether a class belongs to the runtime or to a library.
  private static func isForeign(_ name: ArraySlice<UInt8>, _ className: String?) -> Bool {
    var start = name.startIndex
    for _ in 0..<mostParts {
      guard let dot = name[start...].firstIndex(of: UInt8(ascii: ".")) else { return false }
      let package = String(decoding: name[..<dot], as: UTF8.self)
      if runtime.contains(package) { return true }
      if libraries.contains(package) { return className?.hasPrefix(package + ".") != true }
      start = dot + 1
    }
    return false
  }

  /// How many frames a cause shares with the outer error: `... 23 more`.
  private static func common(_ words: ArraySlice<UInt8>) -> Int? {
    guard words.starts(with: "... ".utf8) else { return nil }
    let words = String(decoding: words, as: UTF8.self)
    guard words.hasSuffix(" more") || words.contains(" common frames") else { return nil }
    return Int(words.dropFirst(4).prefix { $0.isASCII && $0.isNumber })
  }

  private struct Frame {
    /// The class with its packages.
    let className: ArraySlice<UInt8>
    /// `Cart.java:7`, or the reason why there is no line.
    private let source: ArraySlice<UInt8>

    init?(_ words: ArraySlice<UInt8>) {
      guard words.starts(with: "at ".utf8),
        let open = words.lastIndex(of: UInt8(ascii: "(")),
        let close = words[open...].firstIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let function = words[..<open].dropFirst(3)
      // `app//`, `java.base/`, `app/shop@1.0/`
      let slash = function.lastIndex(of: UInt8(ascii: "/"))
      let name = slash.map { function[($0 + 1)...] } ?? function
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      className = name[..<dot]
      source = words[(open + 1)..<close]
      // The longest character with one scalar.
      guard let first = String(decoding: className.prefix(4), as: UTF8.self).first,
        first.isLetter || first == "_" || first == "$"
      else { return nil }
    }

    /// The place; nil if the frame has no line.
    var place: TraceInText.Place? {
      guard let colon = source.lastIndex(of: UInt8(ascii: ":")),
        let dot = source[..<colon].lastIndex(of: UInt8(ascii: ".")),
        JavaTrace.endings.contains(where: { source[dot..<colon].elementsEqual($0.utf8) }),
        !source[..<colon].contains(UInt8(ascii: "/")),
        let line = Int(String(decoding: source[(colon + 1)...], as: UTF8.self)), line > 0
      else { return nil }
      let end = className.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? className.startIndex
      let folder = className[..<end].map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 }
      return (String(decoding: folder + source[..<colon], as: UTF8.self), line)
    }
  }
}
