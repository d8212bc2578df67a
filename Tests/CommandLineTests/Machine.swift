@testable import CommandLine

/// What Foundation has another meaning for.
typealias Machine = Host
