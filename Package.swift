// swift-tools-version: 6.3

import PackageDescription

/// What every module is compiled with.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module in Sources/ and the modules it may import: those above it in ARCHITECTURE.md, and no others.
func module(_ name: String, imports: [Target.Dependency] = [], plugins: [Target.PluginUsage] = [])
  -> Target
{
  .target(name: name, dependencies: imports, swiftSettings: swiftSettings, plugins: plugins)
}

/// The tests of one module, in Tests/MODULETests.
func tests(of module: String, with others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.target(name: module), "TestSupport"] + others,
    swiftSettings: swiftSettings)
}

/// What `bin/support.sh` knows of a build and the sources don't, so that no build needs Git: a definition for C.
func definition(_ name: String) -> CSetting {
  let value = (Context.environment[name] ?? "").filter {
    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".")
  }
  return .define(name, to: "\"\(value)\"")
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
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(
      name: "CBuild", cSettings: [definition("TIDEMARK_COMMIT"), definition("TIDEMARK_SWIFT")]),
    .target(name: "CProcess"),
    module("Platform"),
    module("Diagnostics"),
    module("JSON", imports: ["Platform", "Diagnostics"]),
    module(
      "Basics",
      imports: ["CProcess", "Platform", "Diagnostics", "JSON"]),
    module("XML", imports: ["CExpat", "Diagnostics", "JSON", "Basics"]),
    module("Model", imports: ["Diagnostics", "JSON", "Basics"]),
    module("Inputs", imports: ["CZlib", "Diagnostics", "JSON", "Basics"]),
    module(
      "ToolReports",
      imports: ["Platform", "Diagnostics", "JSON", "Basics", "XML", "Model", "Inputs"]),
    module(
      "Formats",
      imports: ["Diagnostics", "JSON", "Basics", "XML", "Model", "Inputs", "ToolReports"],
      plugins: ["EmbedAssets"]),
    module(
      "Datasets",
      imports: ["Diagnostics", "JSON", "Basics", "Model", "Inputs", "ToolReports", "Formats"]),
    module("Composing", imports: ["Diagnostics", "Basics", "Model"]),
    module("Checking", imports: ["Diagnostics", "Basics", "Model"]),
    module("Serving", imports: ["CProcess", "Platform", "Basics"]),
    module("Markup", imports: ["CCMark", "Diagnostics", "Basics"]),
    module("Templating", imports: ["Diagnostics", "Basics"]),
    module("Preparing", imports: ["Diagnostics", "JSON", "Basics", "Templating"]),
    module(
      "Rendering",
      imports: [
        "Diagnostics", "JSON", "Basics", "Model", "Composing", "Markup", "Templating", "Preparing",
      ],
      plugins: ["EmbedAssets"]),
    module(
      "Pipeline",
      imports: [
        "Diagnostics", "JSON", "Basics", "Model", "Inputs", "ToolReports", "Formats", "Datasets",
        "Composing", "Rendering",
      ]),
    module(
      "Tidemark",
      imports: [
        "Diagnostics", "Basics", "Model", "ToolReports", "Formats", "Composing", "Rendering",
        "Mailing",
        "Pipeline",
      ]),
    module("Mailing", imports: ["Platform", "Diagnostics", "Basics", "Composing", "Rendering"]),
    module(
      "Publishing",
      imports: [
        "CZlib", "Diagnostics", "JSON", "Basics", "Model", "Datasets", "Composing", "Markup",
        "Templating", "Rendering", "Pipeline",
      ]),
    module(
      "TidemarkCLI",
      imports: [
        "CBuild", "Platform", "Diagnostics", "JSON", "Basics", "XML", "Model", "Inputs",
        "ToolReports", "Formats", "Datasets",
        "Composing", "Markup", "Rendering", "Checking", "Mailing", "Pipeline", "Publishing",
        "Serving",
      ],
      plugins: ["EmbedAssets"]),
    .executableTarget(
      name: "Program", dependencies: ["Platform", "TidemarkCLI"], swiftSettings: swiftSettings),

    .executableTarget(
      name: "EmbedAssetsTool", dependencies: ["Diagnostics", "JSON", "Templating", "Preparing"],
      swiftSettings: swiftSettings),
    .plugin(name: "EmbedAssets", capability: .buildTool(), dependencies: ["EmbedAssetsTool"]),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
    tests(of: "Diagnostics"),
    tests(of: "JSON", with: ["Diagnostics"]),
    tests(of: "Basics", with: ["Diagnostics", "JSON"]),
    tests(of: "XML", with: ["Diagnostics", "JSON"]),
    tests(of: "Mailing", with: ["Diagnostics", "Basics"]),
    .target(
      name: "ImportSupport",
      dependencies: [
        "Diagnostics", "JSON", "Basics", "Model", "ToolReports", "Formats", "Datasets",
        "TestSupport",
      ],
      path: "Tests/ImportSupport", swiftSettings: swiftSettings),
    tests(
      of: "ToolReports",
      with: ["Diagnostics", "JSON", "Basics", "Model", "Formats", "Datasets", "ImportSupport"]),
    tests(
      of: "Formats",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "Inputs", "ToolReports", "Datasets",
        "ImportSupport",
      ]),
    tests(
      of: "Datasets",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "Inputs", "ToolReports", "Formats",
        "ImportSupport",
      ]),
    tests(of: "Composing", with: ["Diagnostics", "JSON", "Basics", "Model"]),
    tests(of: "Checking", with: ["Diagnostics", "JSON", "Basics", "Model", "Formats", "Datasets"]),
    tests(of: "Serving", with: ["Basics"]),
    tests(of: "Markup", with: ["Basics"]),
    tests(of: "Templating", with: ["Diagnostics", "JSON", "Basics"]),
    tests(of: "Preparing", with: ["Diagnostics", "JSON", "Templating"]),
    tests(
      of: "Rendering",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "Formats", "Datasets", "Composing", "Markup",
        "Templating",
        "Preparing", "CCMark",
      ]),
    tests(
      of: "Publishing",
      with: [
        "Diagnostics", "JSON", "Basics", "Model", "ToolReports", "Formats", "Datasets", "Composing",
        "Rendering",
      ]),
    tests(
      of: "TidemarkCLI",
      with: ["Diagnostics", "JSON", "Basics", "Model", "Formats", "Rendering", "Pipeline"]),
    tests(of: "Tidemark"),
    .testTarget(
      name: "SnapshotTests", dependencies: ["Program", "Basics", "Publishing"],
      swiftSettings: swiftSettings),
  ]
)
