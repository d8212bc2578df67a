"""Which messages of two runs are the same, worked out from N3 of docs/report-rules.md and from nothing of the program:
slow, by trying every pair."""
import collections
import re

RANK = ["neutral", "information", "success", "warning", "error"]
MOST_MOVED = 10
LEAST_TELLING = 20
MOST_FILES, LEAST_TITLES = 30, 3
LINTERS = ("codequality:", "sarif:")
# The compared messages, the parts that must be equal besides the category, and a further condition.
STAGES = [
    ("context", ("file", "title", "around"), ""), ("context", ("file", "rule", "around"), ""),
    ("context", ("file", "title", "text"), ""), ("context", ("file", "rule", "text"), ""),
    ("context", ("base", "rule", "text"), "some"), ("context", ("rule", "around"), "telling"),
    ("context", ("rule", "text"), "telling"),
    ("plain", ("file", "title", "previous", "next"), ""), ("plain", ("file", "title", "previous"), ""),
    ("plain", ("file", "title", "next"), ""), ("plain", ("file", "title", "column"), "far"),
    ("plain", ("file", "title"), "rare far"), ("all", ("file", "title", "gap"), "rare"),
    ("all", ("file", "outline", "gap", "column"), ""), ("all", ("file", "outline", "expected"), ""),
    ("all", ("file", "rule", "expected", "column"), "reworded"), ("all", ("file", "rule", "gap"), "lone"),
    ("plain", ("base", "title"), "moved"), ("plain", ("title", "previous", "next", "column"), ""),
    ("plain", ("title", "previous", "column"), ""), ("plain", ("title", "next", "column"), ""),
    ("all", ("title", "column"), "unique"),
]


class Side:
    def __init__(self, messages, others):
        self.messages = messages
        self.open = list(range(len(messages)))
        self.files = [message.get("location", {}).get("file", "") for message in messages]
        self.lines = [message.get("location", {}).get("line") for message in messages]
        contexts = [self.context(index) for index in self.open]
        known = {other.get("category", "") for other in others if "context" in other.get("location", {})}
        self.contexts = [context if message.get("category", "") in known else None
                         for message, context in zip(messages, contexts)]
        self.neighbours = {}
        for file in set(self.files) - {""}:
            placed = sorted((self.lines[i], i) for i in self.open if self.files[i] == file and self.lines[i] is not None)
            for line, here in placed:
                # The first message of the nearest other line.
                above = max((other for other, _ in placed if other < line), default=None)
                below = min((other for other, _ in placed if other > line), default=None)
                first = {other: i for other, i in reversed(placed)}
                self.neighbours[here] = self.distance(first.get(above), here), self.distance(here, first.get(below))
        self.reindented = set()

    def context(self, index):
        """The line above, the line itself and the line below, without white space."""
        lines = self.messages[index].get("location", {}).get("context")
        if not lines:
            return None
        bare = ["".join(line.split()) for line in ["", *lines, ""]]
        return bare[len(bare) // 2 - 1:len(bare) // 2 + 2]

    def distance(self, one, other):
        if one is None or other is None:
            return None
        return self.lines[other] - self.lines[one], one, other

    def neighbour(self, index, which):
        found = self.neighbours[index][which]
        return found and (found[0], self.words(found[1 + which]))

    def words(self, index):
        message = self.messages[index]
        return message.get("category", ""), " ".join(message["title"].split())

    def column(self, index):
        return None if self.files[index] in self.reindented else self.messages[index].get("location", {}).get("column")

    def is_rare(self, index):
        files = {self.files[i] for i in range(len(self.messages)) if self.words(i) == self.words(index)}
        return len(files - {""}) <= MOST_FILES

    def is_unique(self, index):
        def known(i):
            return self.words(i), self.messages[i].get("location", {}).get("column")
        rule = self.messages[index].get("link", {}).get("title")
        titles = {message["title"] for message in self.messages if message.get("link", {}).get("title") == rule}
        return bool(self.files[index] and rule and len(titles) >= LEAST_TITLES
                    and sum(known(i) == known(index) for i in range(len(self.messages))) == 1)

    def part(self, index, part, gaps):
        message, context = self.messages[index], self.contexts[index]
        title = " ".join(message["title"].split())
        match part:
            case "file":
                return self.files[index]
            case "base":
                return self.files[index].split("/")[-1]
            case "title":
                return title
            case "outline":
                return re.sub(r"\b\d+\b", "#", title)
            case "rule":
                return message.get("link", {}).get("title", title)
            case "around":
                return tuple(context)
            case "text":
                return context[1]
            case "previous":
                return self.neighbour(index, 0)
            case "next":
                return self.neighbour(index, 1)
            case "column":
                return self.column(index)
            case "expected":
                return expected(self.lines[index], self.runs.get(self.files[index], ()))
            case "gap":
                place = self.lines[index]
                anchors = gaps.get(self.files[index])
                return sum(anchor <= place for anchor in anchors) if anchors is not None and place is not None else 0

    def key(self, index, stage, gaps=None):
        """What a message is known by in a stage; None if it takes no part."""
        who, parts, asked = stage
        if who == ("plain" if self.contexts[index] else "context"):
            return None
        if asked == "lone" and (self.lines[index] is None or "link" not in self.messages[index]):
            return None
        if "expected" in parts and self.lines[index] is None:
            return None
        if asked == "reworded" and ("link" not in self.messages[index] or self.column(index) is None):
            return None
        if "rare" in asked and not self.is_rare(index) or asked == "unique" and not self.is_unique(index):
            return None
        if not self.files[index] and ({"base", "previous", "next"} & set(parts) or "file" in parts and "title" not in parts):
            return None
        beside = [which for which in ("previous", "next") if which in parts]
        if beside and (index not in self.neighbours
                       or not any(self.neighbour(index, which == "next") for which in beside)):
            return None
        if who == "context":
            length = sum(map(len, self.contexts[index] if "around" in parts else self.contexts[index][1:2]))
            if length < {"telling": LEAST_TELLING, "some": 1}.get(asked, 0):
                return None
        return (self.messages[index].get("category", ""), *(self.part(index, part, gaps) for part in parts))

    def groups(self, stage, gaps=None):
        groups = collections.defaultdict(list)
        for index in self.open:
            found = self.key(index, stage, gaps)
            if found is not None:
                groups[found].append(index)
        return groups


def nearest(olds, news, places, most):
    """Pairs the two nearest of all, then the two nearest of the rest, and so on."""
    olds, news, pairs = list(olds), list(news), []
    while olds and news:
        def distance(pair):
            old, new = places["old", pair[0]], places["new", pair[1]]
            return abs(old - new), old, new, pair[0], pair[1]
        old, new = min(((o, n) for o in olds for n in news), key=distance)
        if most is not None and distance((old, new))[0] > most:
            break
        pairs.append((old, new))
        olds.remove(old)
        news.remove(new)
    return pairs


def anchors(pairs):
    """A longest run of pairs of lines in the same order; of several the one that ends, and goes on, last."""
    pairs = sorted(pairs)
    lengths = []
    for place, (_, new) in enumerate(pairs):
        lengths.append(1 + max((lengths[i] for i in range(place) if pairs[i][1] <= new), default=0))
    run, wanted = [], max(lengths, default=0)
    for place in reversed(range(len(pairs))):
        if lengths[place] == wanted and wanted:
            run.insert(0, pairs[place])
            wanted -= 1
    return run


def expected(line, run):
    """Where a line is to be expected: it went as the nearest anchor did, of two the one above."""
    if not run:
        return line
    above = [pair for pair in run if pair[0] <= line]
    below = [pair for pair in run if pair[0] > line]
    near = above[-1] if above and (not below or line - above[-1][0] <= below[0][0] - line) else below[0]
    return line + near[1] - near[0]


class Matching:
    def __init__(self, before, now):
        self.old, self.new = Side(before, now), Side(now, before)
        self.pairs = []
        self.match_fingerprints()
        self.rename()
        for stage in STAGES:
            self.match(stage)

    def pair(self, olds, news, run=(), most=None):
        """Equal urgencies first, then the rest, each time the nearest."""
        olds, news = list(olds), list(news)
        places = {("old", i): self.old.lines[i] for i in olds} | {("new", i): self.new.lines[i] for i in news}
        if None in places.values():
            places = {("old", i): n for n, i in enumerate(olds)} | {("new", i): n for n, i in enumerate(news)}
            most = None
        else:
            places |= {("old", i): expected(self.old.lines[i], run) for i in olds}
        found = []
        for urgency in RANK + [None]:
            def wanted(side, indices, which):
                done = [pair[which] for pair in found]
                return [i for i in indices if i not in done and urgency in (None, side.messages[i]["urgency"])]
            found += nearest(wanted(self.old, olds, 0), wanted(self.new, news, 1), places, most)
        self.pairs += found
        for old, new in found:
            self.old.open.remove(old)
            self.new.open.remove(new)

    def match_fingerprints(self):
        def given(side):
            return {i: side.messages[i]["fingerprint"] for i in side.open if side.messages[i].get("fingerprint")}
        olds, news = given(self.old), given(self.new)
        for known in sorted(set(olds.values()) & set(news.values())):
            self.pair([i for i in olds if olds[i] == known], [i for i in news if news[i] == known])
        self.match_tests()
        for side, own, others in ((self.old, olds, news), (self.new, news, olds)):
            side.open = [i for i in side.open if i not in own or own[i] not in others.values() and (
                "context" in side.messages[i].get("location", {}) or own[i].startswith(LINTERS))
                and not own[i].startswith("test:")]

    def match_tests(self):
        """Tests that have another suite and are in both runs the only ones of their class and name."""
        def named(side):
            found = collections.defaultdict(list)
            for i in side.open:
                names = side.messages[i].get("fingerprint", "").removeprefix("test:").split("\x1f")
                if side.messages[i].get("fingerprint", "").startswith("test:") and len(names) > 1:
                    found[tuple(names[-2:])].append(i)
            return found
        olds, news = named(self.old), named(self.new)
        for name in olds.keys() & news.keys():
            if len(olds[name]) == len(news[name]) == 1:
                self.pair(olds[name], news[name])

    def rename(self):
        """Files that vanished and appeared, with at least half of their messages."""
        def counted(side, other):
            counts = collections.defaultdict(collections.Counter)
            for i in side.open:
                found = side.key(i, ("context", ("rule", "around"), "some")) \
                    or side.key(i, ("plain", ("title", "previous", "next"), ""))
                if side.files[i] not in other.files and side.files[i] and found:
                    counts[side.files[i]][found] += 1
            return counts
        olds, news = counted(self.old, self.new), counted(self.new, self.old)
        shared = collections.Counter(found for counts in olds.values() for found in counts)
        common = {(old, new): sum(min(olds[old][found], news[new][found]) for found in olds[old] if shared[found] <= 8)
                  for old in olds for new in news}
        order = [*dict.fromkeys(self.old.files + self.new.files)]
        for old, new in sorted(common, key=lambda pair: (-common[pair], order.index(pair[0]), order.index(pair[1]))):
            size = max(olds[old].total(), news[new].total())
            if common[old, new] and common[old, new] * 2 >= size and old in self.old.files and new not in self.old.files:
                self.old.files = [new if file == old else file for file in self.old.files]

    def match(self, stage):
        """Pairs what is equal in a stage."""
        asked, is_local = stage[2], "gap" in stage[1] or "expected" in stage[1] or "far" in stage[2]
        runs = {}
        for old, new in self.pairs if is_local else ():
            file = self.old.files[old]
            if file and file == self.new.files[new] and None not in (self.old.lines[old], self.new.lines[new]):
                runs.setdefault(file, []).append((self.old.lines[old], self.new.lines[new]))
        runs = {file: anchors(pairs) for file, pairs in runs.items()}
        # The lines of the new run are where they are.
        self.old.runs, self.new.runs = runs, {}
        changes = collections.defaultdict(list)
        for old, new in self.pairs:
            if self.old.files[old] == self.new.files[new]:
                columns = [side.messages[i].get("location", {}).get("column") for side, i in ((self.old, old), (self.new, new))]
                changes[self.old.files[old]].append(columns[0] != columns[1])
        self.old.reindented = self.new.reindented = {file for file, all_ in changes.items() if sum(all_) * 3 >= len(all_)}
        was, is_ = self.old.open, self.new.open
        if asked == "moved":
            # A file in both runs was not moved.
            self.old.open, self.new.open = ([i for i in side.open if side.files[i] not in other.files]
                                            for side, other in ((self.old, self.new), (self.new, self.old)))
        olds = self.old.groups(stage, {file: [old for old, _ in run] for file, run in runs.items()})
        news = self.new.groups(stage, {file: [new for _, new in run] for file, run in runs.items()})
        self.old.open, self.new.open = was, is_
        for found, members in olds.items():
            if found not in news or asked == "lone" and (
                    len(members) > 1 or len(news[found]) > 1
                    or self.old.column(members[0]) != self.new.column(news[found][0])):
                continue
            run = runs.get(self.old.files[members[0]], ()) if is_local else ()
            self.pair(members, news[found], run, MOST_MOVED if is_local and "far" not in asked else None)
