internal import Diagnostics
internal import Text

/// Names of test files.
enum TestFile {
  /// The words for a test around the name of the tested file, without a mark between both.
  private static let words = ["Tests", "Test", "Spec", "Specs", "IT"]
  /// The same with a mark: `test_total.py`, `total.spec.ts`, `total-test.js`.
  private static let marked = ["test", "tests", "spec"]
  private static let marks = ["_", ".", "-"]

  /// Whether a path has a folder or a file whose name says that it is a test.
  static func isOne(_ path: String) -> Bool {
    path.withBytes { path in
      ByteSearch.first("test", in: path) != nil || ByteSearch.first("spec", in: path) != nil
    }
  }

  /// The name of the file that a test file tests: `total.py` for `test_total.py`. Nil if the name
  /// does not say it.
  static func tested(by name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let (stem, ending) = (name[..<dot], name[dot...])
    for word in marked {
      for mark in marks {
        if stem.hasPrefix(word + mark) { return file(stem.dropFirst(word.count + 1), ending) }
        if stem.hasSuffix(mark + word) { return file(stem.dropLast(word.count + 1), ending) }
      }
    }
    for word in words where stem.hasSuffix(word) {
      return file(stem.dropLast(word.count), ending)
    }
    return nil
  }

  private static func file(_ stem: Substring, _ ending: Substring) -> String? {
    stem.isEmpty ? nil : String(stem + ending)
  }
}

/// Names of files that list the versions of dependencies.
enum DependencyFile {
  private static let names: Set<String> = [
    "package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "pyproject.toml",
    "poetry.lock", "uv.lock", "Pipfile", "Pipfile.lock", "setup.py", "setup.cfg", "constraints.txt",
    "environment.yml", "go.mod", "go.sum", "Cargo.toml", "Cargo.lock", "Gemfile", "Gemfile.lock",
    "pom.xml", "build.gradle", "build.gradle.kts", "gradle.lockfile", "libs.versions.toml",
    "composer.json", "composer.lock", "Package.swift", "Package.resolved", "packages.lock.json",
    "Directory.Packages.props", "mix.exs", "mix.lock", "conanfile.txt", "conanfile.py",
    "vcpkg.json", "deps.edn", "build.sbt", "Dockerfile",
  ]

  /// Whether a file has this purpose, by its path: also `requirements-dev.txt`, all text files in a
  /// folder `requirements`, and project files of .NET.
  static func isOne(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if names.contains(String(name)) || name.hasSuffix(".csproj") { return true }
    guard name.hasSuffix(".txt") || name.hasSuffix(".in") else { return false }
    return name.hasPrefix("requirements") || parts.dropLast().contains("requirements")
  }
}
