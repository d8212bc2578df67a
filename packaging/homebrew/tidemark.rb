# bin/package --releases ADDRESS fills in version, address and checksum.
class Tidemark < Formula
  desc "Reports and sites of what tests and nightly jobs write"
  url "@RELEASES@/tidemark-@VERSION@-linux-x86_64.tar.gz"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    prefix.install "bin", "share"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tidemark --version")
  end
end
