import Files
import Foundation
import Testing

@testable import Publishing

/// Staged files are put in place all or none.
@Suite struct StagingTests {
  private func read(_ path: String, of site: TestSite) -> String? {
    FileManager.default.contents(atPath: site.path + "/" + path).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func aFailedRenameRestoresAllFiles() throws {
    let site = try TestSite()
    let first = Staging(root: site.path)
    for name in ["a/old", "a/going", "run/file", "z"] { try first.write("old", to: name) }
    try first.commit()
    let staging = Staging(root: site.path)
    try staging.write("new", to: "a/old")
    try staging.write("new", to: "b/fresh")
    try staging.write("new", to: "z")
    staging.remove("a/going")
    staging.remove("run", isFolder: true)
    // The folder in the last place can't be replaced by a file.
    try FileManager.default.removeItem(atPath: site.path + "/z")
    try ConfinedFolder(site.path).create("z/inner")
    #expect(throws: FileError.self) { try staging.commit() }
    #expect(!staging.hasBegun)
    #expect(read("a/old", of: site) == "old")
    #expect(read("b/fresh", of: site) == nil)
    #expect(read("a/going", of: site) == "old")
    #expect(read("run/file", of: site) == "old")
  }

  @Test func anUnreadableFilePreventsAllWrites() throws {
    let site = try TestSite()
    try ConfinedFolder(site.path).create("real")
    try FileManager.default.createSymbolicLink(
      atPath: site.path + "/link", withDestinationPath: "real")
    let staging = Staging(root: site.path)
    #expect(staging.read("none/file") == nil)
    try staging.check()
    #expect(staging.read("link/file") == nil)
    #expect(throws: FileError.self) { try staging.check() }
    #expect(throws: FileError.self) { try staging.write("new", to: "real/file") }
    staging.remove("real", isFolder: true)
    #expect(throws: FileError.self) { try staging.commit() }
    #expect(try Folder.names(in: site.path) == ["link", "real"])
    #expect(try Folder.names(in: site.path + "/real") == [])
  }

  @Test(arguments: [
    "https://example.org/r/", "http://[::1]:8080/", "https://a.b/c%20d/",
  ]) func webAddressesAreAccepted(address: String) {
    #expect(SiteAddress.validated(address) == address)
  }

  @Test(arguments: [
    "javascript:alert(1)//x/", "data:text/html,x", "//example.org/", "", "https://", "ftp://a/b/",
    "https://user@host/", "https://a/\u{1}/", "https://a/?q", "https://a/<b>/",
  ]) func otherAddressesAreRefused(address: String) {
    #expect(SiteAddress.validated(address) == nil)
  }

  @Test func authoritiesAreDomainNames() {
    #expect(SiteAddress.validatedAuthority("example.org,2026-11-20") == "example.org,2026-11-20")
    #expect(SiteAddress.validatedAuthority("a:b\u{202E}") == nil)
    #expect(SiteAddress.validatedAuthority("") == nil)
  }
}
