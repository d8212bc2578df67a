// swift-tools-version: 6.2

import PackageDescription

/// The manner every room is compiled in.
let manner: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A room under Sources/ and the rooms it may import; no room reaches up.
func room(_ name: String, imports: [Target.Dependency] = [], plugins: [Target.PluginUsage] = [])
  -> Target
{
  .target(name: name, dependencies: imports, swiftSettings: manner, plugins: plugins)
}

/// The tests of one room, in Tests/ROOMTests.
func tests(of room: String, with others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.target(name: room), "TestSupport"] + others,
    swiftSettings: manner)
}

let package = Package(
  name: "tidemark",
  products: [
    .executable(name: "tidemark", targets: ["Program"]),
    .library(name: "Tidemark", targets: ["Tidemark"]),
  ],
  targets: [
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    room("Diagnostics"),
    room("JSON", imports: ["Diagnostics"]),
    room("Basics", imports: ["Diagnostics", "JSON"]),
    room("Model", imports: ["Diagnostics", "Basics"]),
    room("Importing", imports: ["Diagnostics", "JSON", "Basics", "Model"]),
    room("Composing", imports: ["Diagnostics", "Basics", "Model"]),
    room("Markup", imports: ["CCMark", "Diagnostics", "Basics"]),
    room("Templating", imports: ["Diagnostics", "Basics"]),
    room(
      "Rendering",
      imports: [
        "Diagnostics", "JSON", "Basics", "Model", "Composing", "Markup", "Templating",
      ],
      plugins: ["EmbedAssets"]),
    room(
      "Tidemark",
      imports: [
        "Diagnostics", "JSON", "Basics", "Model", "Importing", "Composing", "Rendering", "Mailing",
      ]),
    room("Mailing", imports: ["Diagnostics", "Basics", "Composing", "Rendering"]),
    room(
      "Publishing",
      imports: [
        "CZlib", "Diagnostics", "JSON", "Basics", "Model", "Importing", "Composing", "Markup",
        "Templating", "Rendering",
      ]),
    room(
      "CommandLine",
      imports: [
        "Diagnostics", "JSON", "Basics", "Model", "Importing", "Composing", "Rendering", "Mailing",
        "Publishing",
      ]),
    .executableTarget(name: "Program", dependencies: ["CommandLine"], swiftSettings: manner),

    room("Shortening"),
    .executableTarget(
      name: "EmbedAssetsTool", dependencies: ["Shortening"], swiftSettings: manner),
    .plugin(name: "EmbedAssets", capability: .buildTool(), dependencies: ["EmbedAssetsTool"]),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: manner),
    tests(of: "Diagnostics"),
    tests(of: "JSON", with: ["Diagnostics"]),
    tests(of: "Basics", with: ["Diagnostics", "JSON"]),
    tests(of: "Mailing", with: ["Diagnostics", "Basics"]),
    tests(of: "Importing", with: ["Diagnostics", "JSON", "Basics", "Model"]),
    tests(of: "Composing", with: ["Diagnostics", "JSON", "Basics", "Model"]),
    tests(of: "Markup", with: ["Basics"]),
    tests(of: "Templating", with: ["Diagnostics", "JSON", "Basics"]),
    tests(
      of: "Rendering",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "Importing", "Composing", "Markup", "Templating",
        "CCMark",
      ]),
    tests(
      of: "Publishing",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "Importing", "Composing", "Rendering",
      ]),
    tests(of: "Shortening"),
    tests(of: "CommandLine", with: ["Diagnostics", "JSON", "Basics"]),
    tests(of: "Tidemark"),
    .testTarget(
      name: "SnapshotTests", dependencies: ["Program", "Basics", "Publishing"],
      swiftSettings: manner),
  ]
)
