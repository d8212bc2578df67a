import Testing

@testable import Rendering

@Suite struct WordBreaksTests {
  @Test(arguments: [
    ("SyncTests.uploadsFiles timed out", "Sync<wbr>Tests.<wbr>uploads<wbr>Files timed out"),
    ("Sources/Storage/Snapshot.cpp:41", "Sources/<wbr>Storage/<wbr>Snapshot.<wbr>cpp:41"),
    ("SegmentReader::cursor_", "Segment<wbr>Reader::<wbr>cursor_"),
    ("test_reads_utf8", "test_<wbr>reads_<wbr>utf8"),
    ("on 10.20.30.40 at 1.5", "on 10.20.30.40 at 1.5"), ("2026/11/20", "2026/11/20"),
    ("1_000_000", "1_000_000"), ("test_2.case", "test_<wbr>2.<wbr>case"),
    ("HTTPServer", "HTTPServer"), ("word", "word"), ("", ""), ("a", "a"),
    ("End. Of sentence .5", "End. Of sentence .5"), ("Größe.Wort", "Größe.<wbr>Wort"),
    ("a<b>.c & D", "a&lt;b&gt;.<wbr>c &amp; D"), ("é.é", "é.é"),
  ])
  func namesBreakBetweenTheirWords(_ text: String, _ html: String) {
    #expect(WordBreaks.html(text) == html)
  }

  @Test(arguments: [
    ("src/a.py:23", "src/a.py:23"), ("", ""),
    ("app/controllers/android_logcat.py:233", "app/controllers/<wbr>android_logcat.py:233"),
    (
      "src/a_long_name_of_a_module.py:23345:7",
      "src/<wbr>a_<wbr>long_<wbr>name_<wbr>of_<wbr>a_<wbr>module.<wbr>py:23345:7"
    ),
    ("a<b>/c&d/eeeeeeeeeeeeeeeeeeeee.c", "a&lt;b&gt;/c&amp;d/<wbr>eeeeeeeeeeeeeeeeeeeee.c"),
  ])
  func placesBreakBeforeTheNameOfTheFile(_ place: String, _ html: String) {
    #expect(WordBreaks.html(place: place) == html)
  }

  @Test(arguments: [
    ("SyncTests.uploadsFiles timed out", "SyncTests.uploadsFiles timed out"),
    ("Sources/Storage/Snapshot.cpp of a.b", "Sources/<wbr>Storage/<wbr>Snapshot.<wbr>cpp of a.b"),
    ("a.b Sources/Storage/Map.cp", "a.b Sources/Storage/Map.cp"),
    ("Größe.ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ", "Größe.ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ"),
  ])
  func rowsBreakOnlyLongWords(_ text: String, _ html: String) {
    #expect(WordBreaks.html(text, onlyInLongWords: true) == html)
    #expect(WordBreaks.hasLongWord(text) == html.contains("<wbr>"))
  }

  @Test func nothingButBreaksIsAdded() {
    let text = String(repeating: "aB/c_d.e::f<&>\u{202E}👩‍👩‍👧 ", count: 50)
    let plain = WordBreaks.html(text).replacing("<wbr>", with: "")
    #expect(plain == WordBreaks.html(text).split(separator: "<wbr>").joined())
    #expect(!plain.contains("<"))
    #expect(!plain.contains("\u{202E}"))
  }
}
