import Composing
import Testing

struct ScreenWidthTests {
  @Test(arguments: [
    ("compact", ScreenWidth.compact), ("regular", .regular), ("1", .compact), ("599", .compact),
    ("600", .regular), ("1280", .regular),
  ])
  func aWidthIsAWordOrANumberOfPixels(_ text: String, _ width: ScreenWidth) {
    #expect(ScreenWidth(parsing: text) == width)
  }

  @Test(arguments: ["", "wide", "Compact", "0", "-360", "360px", "99999999999999999999"])
  func anythingElseIsNoWidth(_ text: String) {
    #expect(ScreenWidth(parsing: text) == nil)
  }
}
