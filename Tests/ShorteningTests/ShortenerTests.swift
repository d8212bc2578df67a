import Testing

@testable import Shortening

/// What is left of a script when it is shortened.
@Suite struct ShortenerTests {
  @Test(arguments: [
    ("const a = 1;\n\n// A remark.\nconst b = a + 2; // Another.\n", "let S=1,T=S+2;"),
    ("f( 'a  b', \"//\", `c ${ 1 + 2 } d` );", "f('a  b',\"//\",`c ${1+2} d`);"),
    ("x = a / b / c;", "x=a/b/c;"),
    ("x.replace(/[/'\"]+/g, '');", "x.replace(/[/'\"]+/g,'');"),
    ("return_ = a + +b - -c + c++;", "return_=a+ +b- -c+c++;"),
    ("if (a) { b(); c(); }", "if(a){b();c()}"),
    ("for (;;);", "for(;;);"),
    ("x = a ?.5 : b;", "x=a?.5:b;"),
    ("typeof a === 'b' && new C() instanceof D;", "typeof a==='b'&&new C()instanceof D;"),
    ("f(`a${`b${c}`}d`);", "f(`a${`b${c}`}d`);"),
  ])
  func spacesAndRemarksGo(script: String, short: String) throws {
    #expect(Self.renumbered(try ScriptShortener.shorten(script)) == Self.renumbered(short))
  }

  @Test(arguments: [
    "a = b\nc = d", "a()\nb()", "x = f\n(g)", "let_\n++y", "if (a) b()\nelse c()", "a\n[0]",
  ])
  func aLineEndStaysWhereItMayMeanSomething(script: String) throws {
    let words = try ScriptShortener.shorten(script)
    #expect(words.contains("\n"))
  }

  /// Each name that is the script's own is renamed in the same way wherever it means itself, and
  /// nowhere else.
  @Test(arguments: [
    // Properties keep their names, also those called as a variable is.
    ("const node = 1; f(node.node, { node: node });", "let S=1;f(S.node,{node:S});"),
    // Key and variable in one are parted.
    ("const node = 1; f({ node, other: 2 });", "let S=1;f({node:S,other:2});"),
    ("const { node, deep: { leaf = 3 } } = f();", "let{node:S,deep:{leaf:T=3}}=f();"),
    ("const f = ({ node, other = node }) => node + other;", "let S=({node:e,other:t=e})=>e+t;"),
    ("const f = (first, ...rest) => g(rest, first);", "let S=(e,...t)=>g(t,e);"),
    ("const f = item => item;", "let S=e=>e;"),
    (
      "const o = { run(one) { return one; }, async go(two) { await two; } };",
      "let S={run(e){return e},async go(e){await e}};"
    ),
    ("for (const item of items) f(item);", "for(let e of items)f(e);"),
    ("try { f(); } catch (error) { g(error); }", "try{f()}catch(e){g(e)}"),
    ("const a = 1, b = (c) => c, d = `${a}${b}`;", "let S=1,A=e=>e,T=`${S}${A}`;"),
    ("const f = ({ node }) => 'a' in node || node.b;", "let S=({node:e})=>'a'in e||e.b;"),
    (
      "if (a) { const b = 1; f(b); } else { const c = 2; f(c); }",
      "if(a){let e=1;f(e)}else{let e=2;f(e)}"
    ),
    // A name of the surroundings stays, and no new name is taken for one.
    ("const f = (value) => e(value, document);", "let S=t=>e(t,document);"),
    ("const f = (from = document) => from;", "let S=(e=document)=>e;"),
    ("let [one, , two] = z; one = two ? { one } : [two];", "let[S,,A]=z;S=A?{one:S}:[A];"),
  ])
  func namesOfItsOwnBecomeShort(script: String, short: String) throws {
    let found = try ScriptShortener.shorten(script)
    #expect(Self.renumbered(found) == Self.renumbered(short))
  }

  @Test(arguments: ["'a", "`a${b`", "f(", "f(]", "/* a */", "a # b", "/a", "x = /[/"])
  func whatItCannotReadIsAMistake(script: String) {
    #expect(throws: ScriptMistake.self) { try ScriptShortener.shorten(script) }
  }

  @Test func aMistakeIsToldWithItsFileAndLine() {
    #expect {
      try ScriptShortener.join([("one.js", "f();\n"), ("two.js", "g();\nh('\n")])
    } throws: { error in
      "\(error)".hasPrefix("two.js:2: error: ")
    }
  }

  @Test func filesShareOneScope() throws {
    let script = try ScriptShortener.join([
      ("1.js", "let first = 1;\n"), ("2.js", "f(first);\n"),
    ])
    #expect(Self.renumbered(script) == Self.renumbered("'use strict';{let a=1;f(a);}"))
  }

  /// Which short name it is does not matter, as long as it is another one for each name: those that
  /// were given are numbered in the order they come.
  private static func renumbered(_ script: String) -> String {
    var numbers: [String: Int] = [:]
    let kept: Set = [
      "const", "let", "for", "of", "try", "catch", "return", "async", "await", "use", "strict",
    ]
    return script.replacing(/\.?[A-Za-z]\w*/) { match in
      let word = String(match.0)
      if word.hasPrefix(".") || word.count > 2 || kept.contains(word) { return word }
      let number = numbers[word] ?? numbers.count
      numbers[word] = number
      return "n\(number)"
    }
  }
}
