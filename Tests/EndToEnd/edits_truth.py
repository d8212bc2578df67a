"""The new and the fixed findings of a pair of runs, and a score of what the program reports about them."""
import collections


def origins(after):
    """Returns a function that maps each old line to one that represents it: the same one for all lines that were merged."""
    first = {}

    def find(line):
        while first.get(line, line) != line:
            line = first[line]
        return line
    for ids in after:
        for other in ids[1:]:
            first[find(other)] = find(ids[0])
    return find


def places(findings, find):
    """The identity of each finding: its rule, and the origin of its line or the place of an added line."""
    return [(one.rule, find(ids[0]) if ids else (one.file, one.index)) for one, ids in findings]


def truth(before, after):
    """The new and the fixed findings, as counters of places. A finding is the same if rule and origin are the same."""
    before, after = collections.Counter(before), collections.Counter(after)
    return after - before, before - after


class Score:
    """Counts of true and reported findings. A key has the kind of edit, whether there are lines, and "new" or "fixed"."""

    def __init__(self):
        self.pairs, self.findings, self.right, self.said, self.true = (collections.Counter() for _ in range(5))

    def add(self, kind, has_context, findings, true, said):
        """Adds a pair; `findings` is the number of findings after the edit."""
        for name in (kind, "total"):
            self.pairs[name, has_context] += 1
            self.findings[name, has_context] += findings
        for word, known, found in zip(("new", "fixed"), true, said):
            for name in (kind, "total"):
                key = name, has_context, word
                self.right[key] += (known & found).total()
                self.said[key] += found.total()
                self.true[key] += known.total()

    def merge(self, other):
        for mine, its in zip(vars(self).values(), vars(other).values()):
            mine.update(its)

    def rates(self, kind, has_context, word):
        """Precision, recall and F1; 1 if there was nothing to find and nothing was found."""
        key = kind, has_context, word
        right, said, true = self.right[key], self.said[key], self.true[key]
        return tuple(count / all_ if all_ else 1.0 for count, all_ in ((right, said), (right, true), (2 * right, said + true)))

    def mistakes(self, kind, has_context):
        """The number of wrong and of missed findings for each thousand findings."""
        keys = [(kind, has_context, word) for word in ("new", "fixed")]
        wrong = sum(self.said[key] + self.true[key] - 2 * self.right[key] for key in keys)
        return 1000 * wrong / max(self.findings[kind, has_context], 1)

    def show(self, kinds):
        heads = "".join(f" {word:>7} {'said':>7} {'prec.':>6} {'recall':>6} {'F1':>6}" for word in ("new", "fixed"))
        print(f"{'kind of edit':<16} {'lines':<7} {'pairs':>6} {'findings':>9}{heads}")
        for kind in (*kinds, "total"):
            for has_context in (True, False):
                if not (pairs := self.pairs[kind, has_context]):
                    continue
                row = f"{kind.replace('_', ' '):<16} {'with' if has_context else 'without':<7}"
                row += f" {pairs:>6,} {self.findings[kind, has_context]:>9,}"
                for word in ("new", "fixed"):
                    key = kind, has_context, word
                    row += f" {self.true[key]:>7,} {self.said[key]:>7,}" + "".join(f" {rate:>6.3f}" for rate in self.rates(*key))
                print(row)
