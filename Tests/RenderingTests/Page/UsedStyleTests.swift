import Foundation
import Testing

@testable import Rendering

@Suite struct UsedStyleTests {
  private static let page = """
    <div class="row open" id="top" data-kind="test"><p>Words of a text.</p></div>
    <script>element.dataset.isOpen = 1; classList.add('made')</script>
    """

  @Test(arguments: [
    (".row{a:b}", ".row{a:b}"), (".gone{a:b}", ""), ("#top{a:b}#bottom{a:b}", "#top{a:b}"),
    (".made>.row{a:b}", ".made>.row{a:b}"), (".row .gone{a:b}", ""), (".row.gone>p{a:b}", ""),
    // Elements, and attributes that the browser sets.
    ("table>td[open]{a:b}", "table>td[open]{a:b}"),
    ("[data-kind=\"]{\"]{a:b}", "[data-kind=\"]{\"]{a:b}"), ("[data-gone]{a:b}", ""),
    ("[data-is-open]{a:b}", "[data-is-open]{a:b}"), ("[data-is-gone=\"made\"]{a:b}", ""),
    // Lists.
    (".gone,.row,.lost{a:b}", ".row{a:b}"), (".gone,.lost{a:b}.row{a:b}", ".row{a:b}"),
    (":is(.gone,.row) p{a:b}", ":is(.gone,.row) p{a:b}"), (":is(.gone,.lost) p{a:b}", ""),
    ("p:where(.gone){a:b}", ""), ("p:has(>.row){a:b}", "p:has(>.row){a:b}"),
    ("p:has(+.gone){a:b}", ""), (".row:not(.gone){a:b}", ".row:not(.gone){a:b}"),
    (".row:nth-child(2n of .gone)::before{a:b}", ".row:nth-child(2n of .gone)::before{a:b}"),
    (":is(:not(.gone),.lost):has(.lost){a:b}", ""),
    // Groups.
    ("@media print{.gone{a:b}}", ""),
    ("@media print{.gone{a:b}.row{a:b}}", "@media print{.row{a:b}}"),
    ("@supports (a:b){@media print{.gone{a:b}}}.row{a:b}", ".row{a:b}"),
    ("@container page (width>1px){.row{a:b}}", "@container page (width>1px){.row{a:b}}"),
    // Others are kept.
    ("@keyframes gone{from{a:b}to{a:c}}", "@keyframes gone{from{a:b}to{a:c}}"),
    ("@page{a:b}@property --x{a:b}:root{--x:1}", "@page{a:b}@property --x{a:b}:root{--x:1}"),
    ("@layer a;.gone{a:b}", "@layer a;"), (".go\\ne{a:b}", ".go\\ne{a:b}"),
    (".row{content:\"}.gone{\"}.gone{a:b}", ".row{content:\"}.gone{\"}"),
    (".row{a:b;.gone{a:b}}", ".row{a:b;.gone{a:b}}"), ("", ""),
    // Damaged sheets end.
    (".row{a:b", ".row{a:b"), (".row", ".row"), (".row[data-kind", ".row[data-kind"),
    ("@media print{.row{a:b}", "@media print{.row{a:b}"), (".row:is({", ".row:is({"),
  ])
  func rulesThatCannotMatchAreLeftOut(sheet: String, used: String) {
    #expect(UsedStyle.of(sheet, in: PageWords(Array(Self.page.utf8))) == used)
  }
}
