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
    module("Threads", imports: ["Platform"]),
    module("Text", imports: ["Platform", "Diagnostics", "JSON"]),
    module("Files", imports: ["CProcess", "CZlib", "Platform", "Diagnostics", "Text"]),
    module("Time", imports: ["Platform", "Diagnostics", "Text", "Files"]),
    module("Localization", imports: ["Diagnostics", "JSON", "Text", "Time"]),
    module("XML", imports: ["CExpat", "Diagnostics", "JSON", "Threads", "Files"]),
    module("Model", imports: ["Diagnostics", "JSON", "Text", "Files", "Time", "Localization"]),
    module("Inputs", imports: ["CZlib", "Diagnostics", "JSON", "Text", "Files", "Time"]),
    module(
      "ToolReports",
      imports: [
        "Platform", "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "XML", "Model",
        "Inputs",
      ]),
    module(
      "Formats",
      imports: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "XML", "Model", "Inputs",
        "ToolReports",
      ],
      plugins: ["EmbedAssets"]),
    module(
      "Datasets",
      imports: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "Model", "Inputs",
        "ToolReports", "Formats",
      ]),
    module(
      "Composing", imports: ["Diagnostics", "Threads", "Text", "Time", "Localization", "Model"]),
    module("Checking", imports: ["Diagnostics", "Text", "Model"]),
    module("Serving", imports: ["CProcess", "Platform", "Text", "Files"]),
    module("Markup", imports: ["CCMark", "Diagnostics", "Text"]),
    module("Templating", imports: ["Diagnostics", "Threads", "Text"]),
    module("Preparing", imports: ["Diagnostics", "JSON", "Text", "Templating"]),
    module(
      "Rendering",
      imports: [
        "Diagnostics", "JSON", "Threads", "Text", "Files", "Time", "Localization", "Model",
        "Composing", "Markup", "Templating", "Preparing",
      ],
      plugins: ["EmbedAssets"]),
    module(
      "Pipeline",
      imports: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "Model", "Inputs",
        "ToolReports", "Formats", "Datasets", "Composing", "Rendering",
      ]),
    module(
      "Tidemark",
      imports: [
        "Diagnostics", "Time", "Model", "ToolReports", "Formats", "Composing", "Rendering",
        "Mailing", "Pipeline",
      ]),
    module(
      "Mailing",
      imports: ["Platform", "Diagnostics", "Text", "Files", "Time", "Composing", "Rendering"]),
    module(
      "Publishing",
      imports: [
        "Diagnostics", "JSON", "Threads", "Text", "Files", "Time", "Localization", "Model",
        "Datasets", "Composing", "Templating", "Rendering", "Pipeline",
      ]),
    module(
      "TidemarkCLI",
      imports: [
        "CBuild", "Platform", "Diagnostics", "JSON", "Threads", "Text", "Files", "Time", "XML",
        "Model", "ToolReports", "Formats", "Datasets", "Composing", "Markup", "Rendering",
        "Checking", "Mailing", "Pipeline", "Publishing", "Serving",
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
    .target(
      name: "TimeSupport", dependencies: ["Time"], path: "Tests/TimeSupport",
      swiftSettings: swiftSettings),
    tests(of: "Text", with: ["JSON"]),
    tests(of: "Files"),
    tests(of: "Time", with: ["Files", "TimeSupport"]),
    tests(of: "Localization", with: ["Diagnostics", "JSON", "Text", "Time", "TimeSupport"]),
    tests(of: "XML", with: ["Diagnostics", "JSON"]),
    tests(of: "Mailing", with: ["Diagnostics", "Text", "Time"]),
    .target(
      name: "ImportSupport",
      dependencies: [
        "Diagnostics", "JSON", "Time", "Localization", "Model", "ToolReports", "Formats",
        "Datasets", "TestSupport",
      ],
      path: "Tests/ImportSupport", swiftSettings: swiftSettings),
    tests(
      of: "ToolReports",
      with: ["Diagnostics", "JSON", "Model", "Datasets", "ImportSupport"]),
    tests(
      of: "Formats",
      with: [
        "Diagnostics", "JSON", "Text", "Time", "Model", "Inputs", "ToolReports", "Datasets",
        "ImportSupport",
      ]),
    tests(
      of: "Datasets",
      with: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "Model", "Inputs",
        "ToolReports", "Formats", "ImportSupport",
      ]),
    tests(of: "Composing", with: ["Diagnostics", "JSON", "Text", "Time", "Localization", "Model"]),
    tests(of: "Checking", with: ["Diagnostics", "JSON", "Model", "Formats", "Datasets"]),
    tests(of: "Serving"),
    tests(of: "Markup", with: ["Text"]),
    tests(of: "Templating", with: ["Diagnostics", "JSON", "Threads", "Text"]),
    tests(of: "Preparing", with: ["Diagnostics", "Templating"]),
    tests(
      of: "Rendering",
      with: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "Model", "Formats",
        "Datasets", "Composing", "Markup", "Templating", "Preparing", "CCMark",
      ]),
    tests(
      of: "Publishing",
      with: [
        "Diagnostics", "JSON", "Text", "Files", "Time", "Localization", "Model", "ToolReports",
        "Datasets", "Composing", "Templating", "Rendering",
      ]),
    tests(
      of: "TidemarkCLI",
      with: ["Diagnostics", "JSON", "Text", "Time", "Model", "Formats", "Rendering", "Pipeline"]),
    tests(of: "Tidemark"),
    .testTarget(
      name: "SnapshotTests", dependencies: ["Program", "Files", "Text"],
      swiftSettings: swiftSettings),
  ]
)
