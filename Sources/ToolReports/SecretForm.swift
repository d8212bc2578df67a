/// The form of the tokens of a service: a prefix and the bytes after it.
struct SecretForm: Sendable {
  /// The bytes that may follow a prefix, as a bit of `classes`.
  enum Alphabet: UInt16 {
    case hex = 1
    case capital = 2
    case letter = 4
    case alphanumeric = 8
    case word = 16
    case dashed = 32
    case dotted = 64
    case base64 = 128
    /// The characters of an address.
    case address = 256
  }

  var prefix: StaticString
  var alphabet: Alphabet
  /// The least and the largest number of bytes after the prefix.
  var least: Int
  var most = Int.max
  /// Whether it counts only at the beginning of a word, because its prefix occurs in other words.
  var beginsWord = false

  /// The alphabets of each byte.
  static let classes: [UInt16] = (0..<256).map { code in
    let byte = UInt8(code)
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    let isLower = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    let isLine = byte == UInt8(ascii: "_")
    let isDash = byte == UInt8(ascii: "-")
    let isHex = isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    var set: UInt16 = 0
    func add(_ alphabet: Alphabet, _ applies: Bool) {
      if applies { set |= alphabet.rawValue }
    }
    add(.hex, isHex)
    add(.capital, isDigit || isUpper)
    add(.letter, isUpper || isLower)
    add(.alphanumeric, isDigit || isUpper || isLower)
    add(.word, isDigit || isUpper || isLower || isLine)
    add(.dashed, isDigit || isUpper || isLower || isLine || isDash)
    add(
      .dotted, isDigit || isUpper || isLower || isLine || isDash || byte == UInt8(ascii: "."))
    add(
      .base64,
      isDigit || isUpper || isLower || isLine || isDash || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "="))
    add(.address, isDigit || isUpper || isLower || "-_.~:/?@!$&*+=%".utf8.contains(byte))
    return set
  }

  /// The forms by the first two bytes of their prefixes.
  static let byBeginning = Dictionary(grouping: all) {
    pair($0.prefix.utf8Start[0], $0.prefix.utf8Start[1])
  }

  static func pair(_ first: UInt8, _ second: UInt8) -> UInt16 {
    UInt16(first) << 8 | UInt16(second)
  }

  /// All forms; docs/inputs.md names their services.
  private static let all: [SecretForm] =
    clouds + repositories + chats + payments + models + registries + others

  private static let clouds = [
    SecretForm(prefix: "AKIA", alphabet: .capital, least: 16, most: 16, beginsWord: true),
    SecretForm(prefix: "ASIA", alphabet: .capital, least: 16, most: 16, beginsWord: true),
    SecretForm(prefix: "ABIA", alphabet: .capital, least: 16, most: 16, beginsWord: true),
    SecretForm(prefix: "ACCA", alphabet: .capital, least: 16, most: 16, beginsWord: true),
    SecretForm(prefix: "A3T", alphabet: .capital, least: 17, most: 17, beginsWord: true),
    SecretForm(prefix: "ABSK", alphabet: .base64, least: 100, beginsWord: true),
    SecretForm(prefix: "bedrock-api-key-", alphabet: .base64, least: 20),
    SecretForm(prefix: "IQoJb3JpZ2lu", alphabet: .base64, least: 40),
    SecretForm(prefix: "FwoGZXIvYXdz", alphabet: .base64, least: 40),
    SecretForm(prefix: "AIza", alphabet: .dashed, least: 35),
    SecretForm(prefix: "GOCSPX-", alphabet: .dashed, least: 20),
    SecretForm(prefix: "LTAI", alphabet: .alphanumeric, least: 16, most: 24, beginsWord: true),
    SecretForm(prefix: "AQVN", alphabet: .dashed, least: 35, most: 38, beginsWord: true),
    SecretForm(prefix: "dop_v1_", alphabet: .hex, least: 64),
    SecretForm(prefix: "doo_v1_", alphabet: .hex, least: 64),
    SecretForm(prefix: "dor_v1_", alphabet: .hex, least: 64),
    SecretForm(prefix: "dapi", alphabet: .hex, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "HRKU-", alphabet: .dashed, least: 30),
    SecretForm(prefix: "pul-", alphabet: .hex, least: 40, most: 40, beginsWord: true),
    SecretForm(prefix: "fo1_", alphabet: .dashed, least: 43, beginsWord: true),
    SecretForm(prefix: "fm2_", alphabet: .base64, least: 60, beginsWord: true),
    SecretForm(prefix: "pscale_tkn_", alphabet: .dotted, least: 32),
    SecretForm(prefix: "pscale_oauth_", alphabet: .dotted, least: 32),
    SecretForm(prefix: "pscale_pw_", alphabet: .dotted, least: 32),
    SecretForm(prefix: "sbp_", alphabet: .hex, least: 40, most: 40, beginsWord: true),
    SecretForm(prefix: "sb_secret_", alphabet: .dashed, least: 20),
    SecretForm(prefix: "nfp_", alphabet: .alphanumeric, least: 36, beginsWord: true),
    SecretForm(prefix: "tskey-", alphabet: .dashed, least: 20, beginsWord: true),
    SecretForm(prefix: "tk-us-", alphabet: .dashed, least: 48, beginsWord: true),
  ]

  private static let repositories = [
    SecretForm(prefix: "ghp_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "gho_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "ghu_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "ghs_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "ghr_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "github_pat_", alphabet: .word, least: 60),
    SecretForm(prefix: "glpat-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glptt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "gldt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glrt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glrtr-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glcbt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glft-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glffct-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glsoat-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glimt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glagent-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "gloas-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "glwt-", alphabet: .dotted, least: 20),
    SecretForm(prefix: "GR1348941", alphabet: .dashed, least: 20),
    SecretForm(prefix: "ATATT3", alphabet: .base64, least: 40),
    SecretForm(prefix: "ATCTT3", alphabet: .base64, least: 40),
    SecretForm(prefix: "ATBB", alphabet: .alphanumeric, least: 24, beginsWord: true),
    SecretForm(prefix: "sgp_", alphabet: .word, least: 40, beginsWord: true),
    SecretForm(prefix: "bkua_", alphabet: .alphanumeric, least: 40, beginsWord: true),
    SecretForm(prefix: "CCIPAT_", alphabet: .word, least: 40),
    SecretForm(prefix: "API-", alphabet: .capital, least: 26, most: 26, beginsWord: true),
    SecretForm(prefix: "squ_", alphabet: .hex, least: 40, most: 40, beginsWord: true),
    SecretForm(prefix: "sqp_", alphabet: .hex, least: 40, most: 40, beginsWord: true),
    SecretForm(prefix: "sqa_", alphabet: .hex, least: 40, most: 40, beginsWord: true),
    SecretForm(prefix: "lin_api_", alphabet: .alphanumeric, least: 32),
    SecretForm(prefix: "lin_oauth_", alphabet: .alphanumeric, least: 32),
  ]

  private static let chats = [
    SecretForm(prefix: "xoxa-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxb-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxc-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxd-", alphabet: .base64, least: 10),
    SecretForm(prefix: "xoxe-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxe.", alphabet: .dashed, least: 20),
    SecretForm(prefix: "xoxo-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxp-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxr-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xoxs-", alphabet: .dashed, least: 10),
    SecretForm(prefix: "xapp-", alphabet: .dashed, least: 20),
    SecretForm(prefix: "xwfp-", alphabet: .dashed, least: 20),
    SecretForm(prefix: "EAAC", alphabet: .alphanumeric, least: 80, beginsWord: true),
    SecretForm(prefix: "EAAM", alphabet: .alphanumeric, least: 80, beginsWord: true),
    SecretForm(
      prefix: "AAAAAAAAAAAAAAAAAAAAAA", alphabet: .alphanumeric, least: 80, most: 110,
      beginsWord: true),
    SecretForm(prefix: "key-", alphabet: .hex, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "xkeysib-", alphabet: .dashed, least: 60),
    SecretForm(prefix: "xsmtpsib-", alphabet: .dashed, least: 60),
    SecretForm(prefix: "AC", alphabet: .hex, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "SK", alphabet: .hex, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "ntn_", alphabet: .alphanumeric, least: 40, beginsWord: true),
    SecretForm(prefix: "secret_", alphabet: .alphanumeric, least: 43, most: 43, beginsWord: true),
    SecretForm(prefix: "tfp_", alphabet: .dotted, least: 40, beginsWord: true),
  ]

  private static let payments = [
    SecretForm(prefix: "sk_live_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "sk_test_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "sk_prod_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "rk_live_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "rk_test_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "rk_prod_", alphabet: .alphanumeric, least: 10),
    SecretForm(prefix: "whsec_", alphabet: .base64, least: 24),
    SecretForm(prefix: "EAAA", alphabet: .dashed, least: 40, most: 64, beginsWord: true),
    SecretForm(prefix: "sq0atp-", alphabet: .dashed, least: 22),
    SecretForm(prefix: "sq0csp-", alphabet: .dashed, least: 40),
    SecretForm(prefix: "shpat_", alphabet: .hex, least: 32),
    SecretForm(prefix: "shpca_", alphabet: .hex, least: 32),
    SecretForm(prefix: "shppa_", alphabet: .hex, least: 32),
    SecretForm(prefix: "shpss_", alphabet: .hex, least: 32),
    SecretForm(prefix: "shpua_", alphabet: .hex, least: 32),
    SecretForm(prefix: "shippo_live_", alphabet: .hex, least: 40),
    SecretForm(prefix: "shippo_test_", alphabet: .hex, least: 40),
    SecretForm(prefix: "EZAK", alphabet: .alphanumeric, least: 54, most: 54, beginsWord: true),
    SecretForm(prefix: "EZTK", alphabet: .alphanumeric, least: 54, most: 54, beginsWord: true),
    SecretForm(prefix: "duffel_live_", alphabet: .dashed, least: 40),
    SecretForm(prefix: "duffel_test_", alphabet: .dashed, least: 40),
    SecretForm(prefix: "FLWSECK-", alphabet: .dashed, least: 30),
    SecretForm(prefix: "FLWSECK_TEST-", alphabet: .dashed, least: 12),
    SecretForm(prefix: "access-sandbox-", alphabet: .dashed, least: 36),
    SecretForm(prefix: "access-production-", alphabet: .dashed, least: 36),
    SecretForm(prefix: "access-development-", alphabet: .dashed, least: 36),
  ]

  private static let models = [
    SecretForm(prefix: "sk-ant-", alphabet: .dashed, least: 20, beginsWord: true),
    SecretForm(prefix: "sk-proj-", alphabet: .dashed, least: 30, beginsWord: true),
    SecretForm(prefix: "sk-svcacct-", alphabet: .dashed, least: 30, beginsWord: true),
    SecretForm(prefix: "sk-admin-", alphabet: .dashed, least: 30, beginsWord: true),
    SecretForm(prefix: "sk-or-v1-", alphabet: .hex, least: 40, beginsWord: true),
    SecretForm(prefix: "sk-", alphabet: .alphanumeric, least: 20, beginsWord: true),
    SecretForm(prefix: "hf_", alphabet: .alphanumeric, least: 30, beginsWord: true),
    SecretForm(prefix: "api_org_", alphabet: .alphanumeric, least: 30, beginsWord: true),
    SecretForm(prefix: "gsk_", alphabet: .alphanumeric, least: 40, beginsWord: true),
    SecretForm(prefix: "xai-", alphabet: .alphanumeric, least: 60, beginsWord: true),
    SecretForm(prefix: "pplx-", alphabet: .alphanumeric, least: 40, beginsWord: true),
    SecretForm(prefix: "r8_", alphabet: .alphanumeric, least: 37, beginsWord: true),
  ]

  private static let registries = [
    SecretForm(prefix: "npm_", alphabet: .alphanumeric, least: 36),
    SecretForm(prefix: "pypi-", alphabet: .dashed, least: 50),
    SecretForm(prefix: "rubygems_", alphabet: .hex, least: 48),
    SecretForm(prefix: "cio", alphabet: .alphanumeric, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "oy2", alphabet: .alphanumeric, least: 43, most: 43, beginsWord: true),
    SecretForm(prefix: "CLOJARS_", alphabet: .alphanumeric, least: 60),
    SecretForm(prefix: "dckr_pat_", alphabet: .dashed, least: 20),
    SecretForm(prefix: "dckr_oat_", alphabet: .dashed, least: 20),
    SecretForm(prefix: "AKCp", alphabet: .alphanumeric, least: 60, beginsWord: true),
    SecretForm(prefix: "cmVmd", alphabet: .alphanumeric, least: 59, most: 59, beginsWord: true),
  ]

  private static let others = [
    SecretForm(prefix: "AGE-SECRET-KEY-1", alphabet: .alphanumeric, least: 40),
    SecretForm(prefix: "age-secret-key-1", alphabet: .alphanumeric, least: 40),
    SecretForm(prefix: "glsa_", alphabet: .word, least: 32),
    SecretForm(prefix: "glc_", alphabet: .base64, least: 32, beginsWord: true),
    SecretForm(prefix: "eyJrIjoi", alphabet: .base64, least: 40, beginsWord: true),
    SecretForm(prefix: "NRAK-", alphabet: .alphanumeric, least: 20),
    SecretForm(prefix: "NRII-", alphabet: .dashed, least: 20),
    SecretForm(prefix: "NRJS-", alphabet: .hex, least: 19),
    SecretForm(prefix: "NRRA-", alphabet: .alphanumeric, least: 20),
    SecretForm(prefix: "PMAK-", alphabet: .dashed, least: 40),
    SecretForm(prefix: "figd_", alphabet: .dashed, least: 30, beginsWord: true),
    SecretForm(prefix: "sntrys_", alphabet: .base64, least: 40),
    SecretForm(prefix: "sntryu_", alphabet: .hex, least: 60),
    SecretForm(prefix: "CFPAT-", alphabet: .dashed, least: 40),
    SecretForm(prefix: "fio-u-", alphabet: .dashed, least: 60, beginsWord: true),
    SecretForm(prefix: "ico-", alphabet: .alphanumeric, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "pnu_", alphabet: .alphanumeric, least: 36, most: 36, beginsWord: true),
    SecretForm(prefix: "rdme_", alphabet: .alphanumeric, least: 60, beginsWord: true),
    SecretForm(prefix: "ops_eyJ", alphabet: .base64, least: 60),
    SecretForm(prefix: "A3-", alphabet: .dashed, least: 30, most: 36, beginsWord: true),
    SecretForm(prefix: "p8e-", alphabet: .alphanumeric, least: 32, most: 32, beginsWord: true),
    SecretForm(prefix: "s-s4t2ud-", alphabet: .hex, least: 60),
    SecretForm(prefix: "aio_", alphabet: .alphanumeric, least: 28, most: 28, beginsWord: true),
  ]
}
