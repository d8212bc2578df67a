/// Finds the least number of steps after which a report fits into a number of bytes.
///
/// `next` chooses a number of steps by the sizes that are known, the caller renders the report after
/// them, and `record` takes its size. More steps leave fewer bytes, and how many fewer differs from
/// step to step. Where a step leaves a few bytes more ("and 10 more" for "and 9 more"), a smaller
/// number may be enough than the one that is found.
struct StepSearch {
  /// How far a report that is too large is worth rendering, since its size shows how much too large it
  /// is.
  static func longest(_ bytes: Int) -> Int { bytes > Int.max / 2 ? .max : bytes + bytes / 4 }

  private struct Trial {
    var steps: Int
    var size: Int
  }

  private let bytes: Int
  /// The least number of steps that is known to be enough.
  private(set) var enough: Int
  /// The largest number that is known to be too small.
  private var tooFew: Int
  /// One or two trials: those whose sizes are nearest to the limit, the nearest first.
  private var nearest: [Trial]
  /// One or two trials: the last ones that fit. The later one has `enough` steps.
  private var fitting: [Trial]
  /// Whether the size after `tooFew` steps is known.
  private var isTooFewSizeKnown = false
  /// How far to aim beyond the number on the line, as a part of the distance to it. It grows as long as
  /// all trials are on one side of the limit, so that the other end moves, too.
  private var overshoot = leastOvershoot
  /// This and the factor by which it grows took the fewest trials of those that were tried.
  private static let leastOvershoot = 0.1
  private static let overshootGrowth = 4.0
  private var wasFitting: Bool?

  /// - Parameters:
  ///   - enough: A number of steps that is known to be enough.
  ///   - least: The size after them.
  init(bytes: Int, enough: Int, leaving least: Int) {
    self.bytes = bytes
    self.enough = enough
    tooFew = 0
    fitting = [Trial(steps: enough, size: least)]
    nearest = fitting
  }

  /// The number of steps to try next; nil when the least that is enough is known.
  func next() -> Int? {
    guard enough - tooFew > 1 else { return nil }
    return min(max(isNear ? nextByLine : nextByGrowth, tooFew + 1), enough - 1)
  }

  /// Whether two sizes are near enough to the limit for a line through them.
  private var isNear: Bool {
    isTooFewSizeKnown || fitting.count > 1 && fitting[1].size > bytes / 2
  }

  /// The number at which the line through the two nearest sizes meets the limit, and a little more
  /// into the wider part between `tooFew` and `enough`.
  private var nextByLine: Int {
    let middle = tooFew + (enough - tooFew) / 2
    guard nearest.count > 1, nearest[0].size != nearest[1].size else { return middle }
    let slope =
      Double(nearest[1].steps - nearest[0].steps) / Double(nearest[1].size - nearest[0].size)
    let distance = Double(bytes - nearest[0].size) * slope
    let place = Double(nearest[0].steps) + distance
    let more = max(0.5, abs(distance) * overshoot)
    guard more < Double(enough - tooFew) / 2, place > Double(tooFew), place < Double(enough) else {
      return middle
    }
    let isLowSideWide = place - Double(tooFew) > Double(enough) - place
    return Int((isLowSideWide ? place - more : place + more).rounded())
  }

  /// From a report that is much too small to one that is nearly large enough. At most sixteen times as
  /// far as the time before, since the first messages may be larger or smaller than the others.
  private var nextByGrowth: Int {
    let most = 16
    var stride = most
    if fitting.count > 1 {
      let last = fitting[0].steps - enough
      let gained = fitting[1].size - fitting[0].size
      // A little too large is worth more than a little too small: the other end is found, too.
      let missing = Double(bytes) * 13 / 12 - Double(fitting[1].size)
      let wanted = gained > 0 ? missing / Double(gained) * Double(last) : .infinity
      stride = Int(min(max(wanted, 2 * Double(last)), Double(most * last)))
    }
    let room = enough - tooFew
    return enough - (stride < room ? stride : room / 2)
  }

  /// Records the size after some steps; nil for one beyond `longest`.
  mutating func record(_ steps: Int, size: Int?) {
    let wasNear = isNear
    var fits = false
    if let size {
      let trial = Trial(steps: steps, size: size)
      add(trial)
      fits = size <= bytes
      if fits { fitting = [fitting[fitting.count - 1], trial] }
    }
    if fits {
      enough = steps
    } else {
      tooFew = steps
      isTooFewSizeKnown = size != nil
    }
    let isRepeated = wasNear && wasFitting == fits
    overshoot = isRepeated ? overshoot * Self.overshootGrowth : Self.leastOvershoot
    wasFitting = fits
  }

  private mutating func add(_ trial: Trial) {
    nearest.append(trial)
    nearest.sort { abs($0.size - bytes) < abs($1.size - bytes) }
    if nearest.count > 2 { nearest.removeLast() }
  }
}
