"""The goals of the program's speed: the only place that has their limits.

A goal has a group, by which bin/bench --goals measures it alone, a name, a limit with its unit, and how its figure
comes about. `Figures` finds the medians that it is made of.
"""
import dataclasses
import os

DATASETS = {"plain": "prose", "rich": "Markdown"}
OUTPUTS = ["page", "text", "markdown", "json", "mail"]
LARGE, LARGEST = 100_000, 1_000_000

# What a group has to measure: of the messages, {size: (outputs, peers)}; of sites, nothing of these.
NEEDS = {
    "start": {30: (["page"], ["minijinja"])},
    "page": {LARGE: (["page"], ["cmark", "minijinja"])},
    "outputs": {LARGE: (OUTPUTS[1:], ["cmark"])},
    "memory": {LARGE: (OUTPUTS, []), LARGEST: (OUTPUTS, [])},
    "reading": {LARGE: (["reading"], [])},
    "publish": {}, "batch": {}, "index": {}, "years": {},
}
# What takes the time or the memory of a group, as far as profiles say; docs/performance.md has more of it.
WHY = {
    "start": "the system's part, 470 pages of memory, a table of addresses, types of Swift at their first use",
    "page": "reading, finding what is alike, the markup around the words; cmark does next to nothing for plain words",
    "outputs": "reading, finding what is alike; Markdown is rendered about ten times, until its budget is full",
    "memory": "all texts are kept, a message has 152 bytes beside its texts, and the program itself has 7 to 8 MB",
    "reading": "a third is memory that is used for the first time, and no part of the rest stands out",
    "publish": "starting, and a dozen files that are written, synced and renamed",
    "batch": "each run writes its project's pages as well as its own",
    "index": "three files of each project are looked at, and the rows of all pages are rendered",
    "years": "run 2 has no trend, no usual times and nothing that could be back, as run 90 has",
}
SITES = [group for group, sizes in NEEDS.items() if not sizes]

# What bin/bench --browser judges: of a page of 100,000 messages in Chromium.
BROWSER = {"ratio": 1.35, "paint": 1.0, "task": 0.2, "memory": 400e6}


class NotMeasured(Exception):
    pass


class Figures:
    """Medians of messages by dataset, size and what made them, and of sites by name."""

    def __init__(self, messages, sites, scale=1):
        self.messages = {(one["dataset"], one["size"], one["peer"]): one for one in messages}
        self.sites, self.scale = sites, scale

    def of(self, dataset, size, peer, what):
        one = self.messages.get((dataset, scaled(size, self.scale), peer))
        if one is None:
            raise NotMeasured
        return one[what]

    def times(self, dataset, size, ours, peer):
        return self.of(dataset, size, ours, "wall_s") / self.of(dataset, size, peer, "wall_s")

    def memory(self, dataset, size):
        """The most that an output takes, by what it reads."""
        return max((self.of(dataset, size, ours(output), "peak_bytes") / self.of(dataset, size, ours(output), "input_bytes"),
                    output) for output in OUTPUTS)

    def growth(self, dataset):
        """The most that ten times as many messages take, for ten times: a smaller scale has ten times, too."""
        return max((self.of(dataset, LARGEST, ours(output), "wall_s") / self.of(dataset, LARGE, ours(output), "wall_s"),
                    output) for output in OUTPUTS)

    def site(self, name):
        if self.sites.get(name) is None:
            raise NotMeasured
        return self.sites[name]


@dataclasses.dataclass
class Goal:
    group: str
    name: str
    limit: float | None     # None: a figure that is said beside the others, and no goal
    unit: str
    how: str
    figure: object          # Figures -> the figure, or the figure and what it is of
    at_least: bool = False

    def judge(self, figures):
        """The figure, a word about it, and whether the goal is met: None where it can't be said."""
        try:
            figure = self.figure(figures)
        except NotMeasured:
            return None, "", None
        value, of = figure if isinstance(figure, tuple) else (figure, "")
        if self.limit is None:
            return value, of, None
        return value, of, value >= self.limit if self.at_least else value <= self.limit


def scaled(size, scale):
    return max(size // scale, 30)


def ours(output):
    """How results name what Tidemark made: the page is its output without a word."""
    return "tidemark" if output == "page" else f"tidemark {output}"


def of_dataset(dataset):
    """The goals of messages, which hold for each dataset. `d` keeps the dataset of the loop that calls this."""
    def goal(group, name, *more, **others):
        return Goal(group, f"{name}, {dataset}", *more, **others)

    d, wall = dataset, "wall, whole processes"
    return [
        goal("start", "30 messages", 3, "ms", wall, lambda f: f.of(d, 30, "tidemark", "wall_s") * 1000),
        goal("start", "30 messages: CPU", 3, "ms", "user and system", lambda f: f.of(d, 30, "tidemark", "cpu_s") * 1000),
        goal("start", "30 messages", 0.1, "x minijinja", wall, lambda f: f.times(d, 30, "tidemark", "minijinja")),
        goal("page", "page", 1.0, "x cmark", wall + ", cmark on the same words", lambda f: f.times(d, LARGE, "tidemark", "cmark")),
        goal("page", "page", 0.25, "x minijinja", wall, lambda f: f.times(d, LARGE, "tidemark", "minijinja")),
        goal("page", "page: its file", BROWSER["ratio"], "x JSON", "bytes of the page and of the dataset",
             lambda f: f.of(d, LARGE, "tidemark", "output_bytes") / f.of(d, LARGE, "tidemark", "input_bytes")),
        *[goal("outputs", output, limit, "x cmark", wall + ", cmark on the same words",
               lambda f, output=output: f.times(d, LARGE, ours(output), "cmark"))
          for output, limit in {"text": 1.5, "markdown": 1.5, "mail": 1.5, "json": 0.8}.items()],
        goal("memory", "memory, 100,000", 1.0, "x JSON", "the peak of the output that takes most", lambda f: f.memory(d, LARGE)),
        goal("memory", "memory, 1,000,000", 1.0, "x JSON", "the same", lambda f: f.memory(d, LARGEST)),
        goal("memory", "ten times as many", 10.5, "x time", "100,000 to 1,000,000, wall, the output that grows most",
             lambda f: f.growth(d)),
        goal("reading", "reading", 500, "MB/s", "dataset by the CPU of a call that reads it all and refuses it: its end is cut off",
             lambda f: f.of(d, LARGE, ours("reading"), "input_bytes") / 1e6 / f.of(d, LARGE, ours("reading"), "cpu_s"),
             at_least=True),
    ]


GOALS = sorted(sum((of_dataset(dataset) for dataset in DATASETS), []) + [
    Goal("publish", "publish, 30 messages", 8, "ms", "wall, in memory, a run into a site that has runs",
         lambda f: f.site("publish_s") * 1000),
    Goal("publish", "publish on the disk", None, "ms", "the same with what fsync takes there", lambda f: f.site("publish_disk_s") * 1000),
    Goal("batch", "1,000 projects in a --batch", 3, "s", "wall, the slower of a first night and a second one",
         lambda f: f.site("batch_s")),
    Goal("batch", "cores that it uses", 0.95 * os.cpu_count(), f"of {os.cpu_count()} cores", "CPU by wall",
         lambda f: f.site("batch_cores"), at_least=True),
    Goal("index", "first page, 10,000 projects", 300, "kB", "bytes of index.html", lambda f: f.site("index_bytes") / 1000),
    Goal("index", "making it and its pages", 100, "ms", "wall of publish --index, index pages removed before",
         lambda f: f.site("index_made_s") * 1000),
    Goal("index", "where nothing has changed", None, "ms", "wall of publish --index", lambda f: f.site("index_s") * 1000),
    Goal("index", "publish, one of 10,000", None, "ms", "wall of a run into that site", lambda f: f.site("index_publish_s") * 1000),
    Goal("years", "run 3,650", 1.2, "x run 2", "wall, the last runs in turn with second runs of new sites",
         lambda f: f.site("years_times")),
], key=lambda goal: list(NEEDS).index(goal.group))


def judged(figures, groups):
    """Every goal of the groups with its figure, for machines."""
    found = []
    for goal in GOALS:
        if goal.group in groups:
            value, of, met = goal.judge(figures)
            found.append({"group": goal.group, "name": goal.name, "how": goal.how, "unit": goal.unit, "limit": goal.limit,
                          "at_least": goal.at_least, "value": value, "of": of, "met": met})
    return found


def number(value):
    """Three digits: 0.123, 1.23, 12.3, 1,235."""
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3}f}"


def print_goals(found, is_judged=True):
    if not found:
        return
    print("\nGoals" + ("" if is_judged else ": a quick try judges none"))
    print(f"  {'group':<8} {'what':<30} {'figure':>9} {'goal':>9}  {'unit':<12} verdict")
    for one in found:
        goal = "-" if one["limit"] is None else f"{'>=' if one['at_least'] else '<='} {one['limit']:g}"
        said = "-" if one["limit"] is None else "not measured"
        if one["value"] is not None and one["limit"] is not None:
            unit = one["unit"].split()[0]
            unit = "" if unit == "of" else f" {unit}"
            said = "-" if not is_judged else "met" if one["met"] else f"missed: {number(one['value'])}{unit} of {one['limit']:g}{unit}"
        of = f" ({one['of']})" if one["of"] else ""
        value = "-" if one["value"] is None else number(one["value"])
        print(f"  {one['group']:<8} {one['name']:<30} {value:>9} {goal:>9}  {one['unit']:<12} {said}{of}")
    if is_judged:
        of = [one["met"] for one in found if one["limit"] is not None]
        missed = dict.fromkeys(one["group"] for one in found if one["met"] is False)
        if missed:
            print("What takes the time, or the memory")
            for group in missed:
                print(f"  {group:<8} {WHY[group]}")
        counts = {"met": of.count(True), "missed": of.count(False), "not measured": of.count(None)}
        print(f"{len(of)} goal{'s' if len(of) != 1 else ''}: " + ", ".join(f"{count} {word}" for word, count in counts.items() if count))


def in_words():
    """The goals for --help."""
    rows = [f"  {goal.group:<8} {goal.name.removesuffix(', plain'):<28} "
            f"{'at least' if goal.at_least else 'at most '} {goal.limit:g} {goal.unit}: {goal.how}"
            for goal in GOALS if goal.limit is not None and not goal.name.endswith(", rich")]
    return "\n".join(rows)
