internal import Inputs

extension InputFormat {
  static let llvmCov = InputFormat(
    name: "llvmcov", title: "llvm-cov JSON",
    evidence: "a JSON object whose 'data' has 'files' and 'totals'",
    recognizes: { head in
      head.json("data") == .array
        && (head.json("data[].files") == .array || head.json("data[].totals") == .object)
    },
    read: .json { reader, context in LLVMCovImporter(reader, context).read() })
}
