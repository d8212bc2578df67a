/// The trend of a project's last runs, as charts and as a table. Runs have equal distances
/// and ignore the time between them. All sizes are in units of `TrendScale`.
package struct Trend: Sendable {
  /// The runs, the oldest first.
  package var runs: [TrendRun]
  /// "14 runs".
  package var count: String
  /// The trend in a sentence: "7 errors, up 5 from the previous run; highest of the last 14
  /// runs: 12 on 3 Nov". nil if the last run did not complete.
  package var text: String?
  /// The series of the sentence, for targets with one row.
  package var row: [Step]
  package var charts: [Chart]
  /// The facts with numbers.
  package var facts: [Line]
  /// The worst categories.
  package var categories: [Line]
  package var moreCategories: Int
  /// The titles of the table's columns after those of the run and its result.
  package var columns: [String]
  /// The rows, the latest first.
  package var rows: [Row]
  /// The dates of the first and of the last run.
  package var first: String
  package var last: String

  /// The height of a row of bars in a mail.
  package static let rowHeight = 36
  /// The number of heights of a sign that represents a bar.
  package static let mostLevels = 7

  /// The width of every drawing.
  package var width: Int { runs.count * TrendScale.step }

  /// A run in a row of bars.
  package struct Step: Sendable {
    /// nil for a run that did not complete.
    package var value: Int?
    package var mark: String
    /// From 1 to `rowHeight`.
    package var height: Int
    /// From 0 to `mostLevels`, 0 for nothing; nil for a run that did not complete.
    package var level: Int?
  }

  package struct Bar: Sendable {
    /// The kind: `new`, `fixed`, `missing`, `failed` or `canceled`.
    package var mark: String
    package var y: Int
    package var height: Int
  }

  /// The bars of a run.
  package struct Column: Sendable {
    package var x: Int
    /// "20 Nov 2026, 03:12: 2 new, 1 fixed".
    package var text: String
    package var bars: [Bar]
  }

  package struct Area: Sendable {
    /// An urgency.
    package var mark: String
    /// The corners, for a polygon.
    package var points: String
  }

  package struct Key: Sendable {
    package var mark: String
    package var word: String
  }

  package struct Chart: Sendable {
    package var name: String
    /// The chart in words, for screen readers.
    package var words: String
    package var legend: [Key]
    package var areas: [Area] = []
    package var columns: [Column]
    /// The base line of the bars; nil for the bottom.
    package var ground: Int?
    /// The values of top and bottom.
    package var most: String
    package var least: String
    /// The note that the scale is cut.
    package var note: String?
  }

  package struct Line: Sendable {
    package var name: String
    /// The latest known value.
    package var value: String
    /// "+3"; nil for none.
    package var difference: String?
    package var path: String
    /// The last run's point, if it has one.
    package var point: String?
    /// "81.2 – 84"; nil if all values are equal.
    package var range: String?
    package var words: String
  }

  package struct Row: Sendable {
    package var run: TrendRun
    package var time: String
    package var result: String
    package var cells: [String]
  }
}
