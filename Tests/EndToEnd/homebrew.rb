# Stands in for Homebrew: loads a formula, installs what is in the working folder to PREFIX, and runs its test.
require "fileutils"; require "pathname"
class Formula
  class << self
    attr_reader :facts, :check
    %i[desc url version sha256 license].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end
    def depends_on(*); end
    def test(&block) = @check = block
  end
  def prefix = Prefix.new(ENV.fetch("PREFIX"))
  def bin = Pathname(ENV.fetch("PREFIX")) / "bin"
  def version = self.class.facts[:version]
  def shell_output(command) = `#{command}`
  def assert_match(expected, text) = text.include?(expected) || abort("#{text} is without #{expected}")
end
class Prefix < Pathname
  def install(*names) = names.each { |name| FileUtils.cp_r(name, to_s) }
end
load ARGV[0]
Tidemark.new.install
Tidemark.new.instance_exec(&Tidemark.check)
puts Tidemark.facts[:url], Tidemark.facts[:sha256]
