/// The name of a container image.
package enum ImageName {
  /// The name of an image without its tag and its digest: `a.io:5000/web` of `a.io:5000/web:1@…`.
  /// Empty for the id of an image, which is no name.
  package static func withoutVersion(_ image: String) -> String {
    let name = image.prefix { $0 != "@" }
    if name.hasPrefix("sha256:") { return "" }
    let start = name.lastIndex(of: "/") ?? name.startIndex
    return String(name[start...].firstIndex(of: ":").map { name[..<$0] } ?? name)
  }
}
