"""What has changed between two runs, worked out from docs/report-rules.md (N1 to N5, M1 to M3) and from nothing of the
program: slow, by trying every pair, and in English alone."""
import collections

import oracle_matching

RANK = oracle_matching.RANK
# Urgencies by how much attention they need, the least first; a success needs none.
DEMAND = ["success", "neutral", "information", "warning", "error"]
WORDS = {"new": "New", "worse": "More urgent", "better": "Less urgent", "still": "Unchanged", "fixed": "Fixed",
         "unseen": "Not checked", "gone": "Gone"}
NOUNS = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "success": ("success", "successes"),
         "information": ("note", "notes"), "neutral": ("neutral", "neutral")}
HEADLINES = {"failed": "Run failed", "canceled": "Run canceled",
             "missing": "No report from this run", "completed": "Run completed"}
OUTCOMES = {"failed": "Failed", "canceled": "Canceled", "missing": "No report"}
RUN_URGENCY = {"failed": "error", "missing": "error", "canceled": "warning"}
LISTED = ("new", "worse", "better", "fixed", "unseen")
COUNTED = {"new": "new", "worse": "more urgent", "better": "less urgent", "fixed": "fixed", "unseen": "not run",
           "still": "unchanged"}

# `still_unseen` are the unseen messages that were unseen in the run before, too.
Comparison = collections.namedtuple("Comparison", "changes fixed unseen still_unseen gone run counts has_news has_new text")


def status(dataset):
    return dataset.get("run", {}).get("status")


def is_bad(run):
    return run in RUN_URGENCY


def without(messages, others):
    """The messages that are none of the others, which may be equal to them."""
    return [message for message in messages if not any(message is other for other in others)]


def unseen_words(messages):
    """Tests are not run, everything else is not checked."""
    kinds = {message.get("fingerprint", "").startswith("test:") for message in messages}
    return "not run" if kinds == {True} else "not checked" if kinds == {False} else "not run or not checked"


def still_words(messages):
    return "still " + unseen_words(messages)


def compare(before, now, run_before="baseline's"):
    """Everything about the changes from one dataset to the next. The last `kept` messages of the one before were not
    looked for in its run."""
    olds, news = before["messages"], now["messages"]
    changes = ["new"] * len(news)
    left = set(range(len(olds)))
    for old, new in oracle_matching.Matching(olds, news).pairs:
        left.remove(old)
        was, is_ = DEMAND.index(olds[old]["urgency"]), DEMAND.index(news[new]["urgency"])
        changes[new] = "worse" if is_ > was else "better" if is_ < was else "still"
    lost = {"fixed": [], "unseen": [], "gone": []}
    still_unseen = []
    for index in sorted(left, key=lambda i: (-RANK.index(olds[i]["urgency"]), i)):
        message = olds[index]
        is_finding = message["urgency"] == "information" and message.get("location", {}).get("file")
        matters = (message["urgency"] in ("error", "warning") or is_finding) and message.get("kind") != "progress"
        lost["gone" if not matters else "unseen" if is_bad(status(now)) else "fixed"].append(message)
        if matters and is_bad(status(now)) and index >= len(olds) - before.get("kept", 0):
            still_unseen.append(message)
    counts = {word: changes.count(word) for word in ("new", "worse", "better", "still")}
    counts.update({word: len(messages) for word, messages in lost.items()})
    was, is_ = status(before) if run_before == "baseline's" else run_before, status(now)
    run = (was, is_) if was != is_ and (is_bad(was) or is_bad(is_)) else None
    newly = {**counts, "still": 0, "unseen": counts["unseen"] - len(still_unseen)}
    has_news = bool(run) or any(newly.values())
    said = {**COUNTED, "unseen": unseen_words(without(lost["unseen"], still_unseen))}
    headlines = [f"{newly[word]} {said[word]}" for word in LISTED if newly[word]]
    if not headlines:
        headlines = ["nothing new, nothing fixed" if has_news else "nothing has changed"]
    parts = headlines + ([f"{counts['still']} unchanged"] if has_news and counts["still"] else [])
    parts += [f"{len(still_unseen)} {still_words(still_unseen)}"] if still_unseen else []
    messages_text = ", ".join(parts)
    # A new success needs no attention.
    has_new = any(change == "worse" or change == "new" and message["urgency"] != "success"
                  for change, message in zip(changes, now["messages"]))
    text = (run_words(run) + " · " if run else "") + messages_text
    return Comparison(changes, lost["fixed"], lost["unseen"], still_unseen, lost["gone"], run, counts, has_news, has_new, text)


def run_words(run):
    was, is_ = run
    if is_ == "completed":
        return "run completed again"
    return (is_ or "unknown") + was_words(was)


def was_words(was):
    if not was:
        return ""
    return " (no report from the previous run)" if was == "missing" else f" (previous run {was})"


def counted(dataset):
    """The number of messages of each urgency, highest first, as words."""
    counts = collections.Counter(message["urgency"] for message in dataset["messages"])
    return [(urgency, f"{counts[urgency]} {NOUNS[urgency][counts[urgency] != 1]}")
            for urgency in reversed(RANK) if counts[urgency]]


def verdict(dataset):
    """The words and the urgency of the whole; nothing is green when the run did not complete."""
    counts, total = counted(dataset), len(dataset["messages"])
    if total == 0:
        is_clear = status(dataset) == "completed"
        return ("All clear", "success") if is_clear else ("No messages", "neutral")
    words = ", ".join(text for _, text in counts)
    urgency = counts[0][0]
    if is_bad(status(dataset)) and urgency == "success":
        urgency = "neutral"
    return (words if len(counts) == 1 else f"{total} messages: {words}"), urgency


def verdict_lines(dataset, comparison):
    """The verdict's three lines (M2): the most urgent with what is news among them, the warnings in the same way, and the
    rest with what the last report had."""
    changes = collections.defaultdict(collections.Counter)
    for message, change in zip(dataset["messages"], comparison.changes):
        changes[message["urgency"]][change] += 1
    still = next((urgency for urgency in reversed(DEMAND) if changes[urgency]["still"]), None)
    first, second, rest = [], [], []
    still_is_said = False
    for place, (urgency, words) in enumerate(counted(dataset)):
        new, worse, same = (changes[urgency][word] for word in ("new", "worse", "still"))
        count = changes[urgency].total()
        if place and urgency != "warning":
            rest.append(f"{words} ({new + worse} new)" if new + worse else words)
        elif urgency in ("error", "warning") and new == count:
            (second if place else first).append(f"{new} new {NOUNS[urgency][new != 1]}")
        elif not place and urgency == still and same == count:
            first.append(f"{words} unchanged")
            still_is_said = same == comparison.counts["still"]
        else:
            parts = [words] + [f"{number} {word}" for number, word in ((new, "new"), (worse, "more urgent")) if number]
            (second if place else first).extend(parts)
    counts = {**comparison.counts, "unseen": len(without(comparison.unseen, comparison.still_unseen))}
    said = {**COUNTED, "unseen": unseen_words(without(comparison.unseen, comparison.still_unseen))}
    quiet = [f"{counts[word]} {said[word]}" for word in ("better", "fixed", "unseen") if counts[word]]
    if not quiet and not counts["new"] + counts["worse"]:
        quiet = ["nothing new, nothing fixed" if comparison.has_news else "nothing has changed"]
    if comparison.has_news and counts["still"] and not still_is_said:
        quiet.append(f"{counts['still']} unchanged")
    if comparison.still_unseen:
        quiet.append(f"{len(comparison.still_unseen)} {still_words(comparison.still_unseen)}")
    run = run_words(comparison.run) if comparison.run else ""
    lines = ", ".join(first) or verdict(dataset)[0], ", ".join(second), ", ".join(rest)
    return lines[0], lines[1], " · ".join(part for part in (lines[2], run, ", ".join(quiet)) if part)


def verdict_signs(dataset, comparison):
    """The counts that a page shows as signs: of all urgencies but the highest, with the number of new warnings."""
    news = collections.Counter(message["urgency"] for message, change in zip(dataset["messages"], comparison.changes)
                               if change in ("new", "worse"))
    return [words + (f" ({news[urgency]} new)" if news[urgency] and urgency == "warning" else "") for urgency, words in counted(dataset)[1:]]


def headline(dataset, comparison):
    """What stands above all else of a run that went wrong."""
    if not is_bad(status(dataset)):
        return []
    was = comparison.run and comparison.run[0]
    return [HEADLINES[status(dataset)] + was_words(was)]


def preheader(dataset, comparison):
    """The titles of what is new or worse, else of what was fixed, else of the worst message; then the counts."""
    titles = [message["title"] for message in listed(dataset, comparison, "new", "worse")[:3]]
    counts = [text for _, text in counted(dataset)]
    if not titles and comparison.fixed and (not counts or counted(dataset)[0][0] != "error"):
        titles = [f"Fixed: {comparison.fixed[0]['title']}"]
    if not titles and counts:
        worst = counted(dataset)[0][0]
        alerts, banners, rest = shown(dataset)
        pairs = alerts + banners + [pair for section in sections(dataset, comparison) for pair in section]
        if worst in ("error", "warning") or len(dataset["messages"]) == 1:
            titles = [next(message["title"] for _, message in pairs if message["urgency"] == worst)]
    return " · ".join(titles + ([", ".join(counts)] if counts else [])) or comparison.text


def shown(dataset):
    """The messages in the order in which a report has them: alerts, banners, sections."""
    messages = list(enumerate(dataset["messages"]))
    rank = lambda pair: -RANK.index(pair[1]["urgency"])
    timed = lambda pair: "time" not in pair[1]
    alerts = sorted((pair for pair in messages if pair[1].get("kind") == "alert"), key=rank)
    banners = sorted((pair for pair in messages if pair[1].get("kind") in ("offline", "progress")),
                     key=lambda pair: (timed(pair), rank(pair)))
    return alerts, banners, [pair for pair in messages if pair[1].get("kind", "message") == "message"]


def sections(dataset, comparison):
    """The messages of each section: those with new or worse errors first, then by urgency, then by how much is news."""
    filed = {}
    for index, message in shown(dataset)[2]:
        filed.setdefault(message.get("category"), []).append((index, message))
    bare = filed.pop(None, [])
    # The first message of any kind determines the position of a category.
    order = list(dict.fromkeys(message["category"] for message in dataset["messages"] if "category" in message))
    groups = [filed[category] for category in order if category in filed]
    groups += [[pair for pair in bare if pair[1]["urgency"] == urgency] for urgency in reversed(RANK)]
    news = lambda pair: comparison.changes[pair[0]] in ("new", "worse")
    words = list(LISTED[:2]) + ["still", "better"]

    def place(group):
        highest = max(RANK.index(message["urgency"]) for _, message in group)
        return (not any(news(pair) and pair[1]["urgency"] == "error" for pair in group), -highest, -sum(map(news, group)))

    return [sorted(group, key=lambda pair: (-RANK.index(pair[1]["urgency"]), words.index(comparison.changes[pair[0]])))
            for group in sorted(filter(None, groups), key=place)]


def listed(dataset, comparison, *changes):
    """The messages with one of these changes as the lists have them: the most urgent first and successes last, else as
    the report has them."""
    alerts, banners, _ = shown(dataset)
    pairs = alerts + banners + [pair for section in sections(dataset, comparison) for pair in section]
    return sorted((message for index, message in pairs if comparison.changes[index] in changes),
                  key=lambda message: -DEMAND.index(message["urgency"]))


def lists(dataset, comparison):
    """The heading and the messages of each list of what has changed (N4); no report of these has more than thirty."""
    found = {"New": listed(dataset, comparison, "new"), "More urgent": listed(dataset, comparison, "worse")}
    if len(dataset["messages"]) == 1 and dataset["messages"][0].get("kind", "message") == "message":
        found = {}
    found.update({WORDS["fixed"]: comparison.fixed, unseen_words(comparison.unseen).capitalize(): comparison.unseen})
    return {title: [(message["urgency"].capitalize(), message["title"]) for message in messages]
            for title, messages in found.items() if messages}


def news(dataset, comparison):
    """The parts of the headline (N5): what is said first, and what is as it was."""
    def number(count, one, many):
        return [f"{count} {one if count == 1 else many}"] if count else []

    pairs = list(zip(dataset["messages"], comparison.changes))
    new = collections.Counter(message["urgency"] for message, change in pairs if change == "new")
    first = number(new["error"], "new error", "new errors") + number(new["warning"], "new warning", "new warnings")
    if not first and not comparison.counts["worse"]:
        first = number(new.total() - new["success"], "new message", "new messages")
    first += [f"{comparison.counts[word]} {COUNTED[word]}" for word in ("worse", "fixed") if comparison.counts[word]]
    newly = without(comparison.unseen, comparison.still_unseen)
    first += number(len(newly), unseen_words(newly), unseen_words(newly))
    still = collections.Counter(message["urgency"] for message, change in pairs if change == "still")
    highest = next((urgency for urgency in reversed(DEMAND) if still[urgency]), None)
    rest = [f"{still[highest]} {NOUNS[highest][still[highest] != 1]} unchanged"] if highest else []
    if not first and not rest and dataset["messages"] and comparison.counts["better"]:
        rest = [f"{comparison.counts['better']} less urgent"]
    if comparison.still_unseen:
        rest.append(f"{len(comparison.still_unseen)} {still_words(comparison.still_unseen)}")
    return first, rest


def asks(dataset, comparison):
    """How many messages are new or worse, successes aside."""
    return sum(change == "worse" or change == "new" and message["urgency"] != "success"
               for message, change in zip(dataset["messages"], comparison.changes))


def headline_of(dataset, comparison):
    """The headline above a report's messages."""
    first, rest = news(dataset, comparison)
    run = headline(dataset, comparison)
    only_successes = "new" in comparison.changes and not asks(dataset, comparison)
    if dataset["messages"] and not first and not run and not only_successes:
        first = ["Nothing new"]
    if comparison.run and not run:
        first.append(run_words(comparison.run))
    if not dataset["messages"]:
        first = [verdict(dataset)[0]] + first
    whole, more = ", ".join(first), ", ".join(rest)
    if not first:
        return more or verdict(dataset)[0]
    if not more:
        return whole
    return whole + (f" ({more})" if asks(dataset, comparison) else f"; {more}")


def counted_of(dataset, urgency):
    return sum(message["urgency"] == urgency for message in dataset["messages"])


def state(dataset, comparison):
    """The parts of the state in a subject (N5), without a site."""
    def number(count, one, many):
        return [f"{count} {one if count == 1 else many}"] if count else []

    def nouns(urgency, count):
        return number(count, *NOUNS[urgency])

    pairs = list(zip(dataset["messages"], comparison.changes))
    tally = lambda change: collections.Counter(message["urgency"] for message, one in pairs if one == change)
    new, still, counts = tally("new"), tally("still"), comparison.counts
    said = {"failed": "Run failed", "canceled": "Run canceled", "missing": "No report"}
    outcome = [said[status(dataset)]] if status(dataset) in said else []
    worst = counted(dataset)[0][0] if dataset["messages"] else None
    first = []
    for urgency in ("error", "warning"):
        if new[urgency]:
            first += number(new[urgency], f"new {urgency}", f"new {urgency}s") + number(still[urgency], "old", "old")
    if not first and not counts["worse"]:
        first = number(new.total() - new["success"], "new message", "new messages")
    first += number(counts["worse"], "more urgent", "more urgent")
    only_errors = all(message["urgency"] == "error" for message in comparison.fixed)
    first += number(counts["fixed"], *(("error fixed", "errors fixed") if only_errors else ("fixed", "fixed")))
    newly = without(comparison.unseen, comparison.still_unseen)
    first += number(len(newly), unseen_words(newly), unseen_words(newly))
    is_clear = status(dataset) == "completed" and not comparison.unseen
    if counts["fixed"] and not asks(dataset, comparison) and is_clear and worst not in ("error", "warning"):
        first = ["fixed"]
    better = number(counts["better"], "less urgent", "less urgent")
    if first:
        old = next((urgency for urgency in ("error", "warning") if still[urgency]), None)
        if old and not new[old] and not new["error"]:
            place = 0 if old == "error" and not asks(dataset, comparison) else len(first)
            first[place:place] = [text + " unchanged" for text in nouns(old, still[old])]
    elif worst is None:
        first = [] if outcome else [verdict(dataset)[0]]
    elif outcome:
        first = [counted(dataset)[0][1]]
    elif worst == "error":
        first = ["still failing"] + (nouns(worst, counted_of(dataset, worst)) if counted_of(dataset, worst) > 1 else []) + better
    elif worst == "warning":
        first = (better or ["Nothing new"]) + [counted(dataset)[0][1]]
    else:
        first = [counted(dataset)[0][1]] if new["success"] else better or ["Nothing new"]
    if comparison.run and not outcome:
        first.append(run_words(comparison.run))
    kept = comparison.still_unseen
    return outcome + first + ([f"{len(kept)} {still_words(kept)}"] if kept else [])


def subject(dataset, comparison):
    words = ", ".join(state(dataset, comparison))
    words = words[0].lower() + words[1:] if words[1].islower() else words
    return f"{dataset.get('project') or dataset['title']}: {words}"


def mail_is_wanted(dataset, comparison, occasion):
    """Whether `--only-if` lets a mail go out."""
    if is_bad(status(dataset)):
        return True
    if occasion == "changed":
        return comparison.has_news
    return bool(asks(dataset, comparison))


def gate(dataset, comparison):
    """What meets `--fail-on new-error`: how many errors are new and how many got worse, and whether the run does."""
    errors = [change for message, change in zip(dataset["messages"], comparison.changes) if message["urgency"] == "error"]
    return errors.count("new"), errors.count("worse"), status(dataset) in ("failed", "missing")


def before(nights):
    """What the next of some runs is compared with: the last one's messages, and those of earlier ones, `kept`, that no
    run since has looked for. None without a report."""
    base = None
    for night in nights:
        if status(night) == "missing":
            continue
        kept = []
        if base and is_bad(status(night)):
            found = {old for old, _ in oracle_matching.Matching(base["messages"], night["messages"]).pairs}
            kept = [message for index, message in enumerate(base["messages"]) if index not in found]
        base = {**night, "messages": night["messages"] + kept, "kept": len(kept)}
    return base


def night_words(dataset):
    """What lists of runs say of one, and the urgency that they show."""
    words, urgency = verdict(dataset)
    run = status(dataset)
    if is_bad(run):
        words = HEADLINES[run] + (" · " + dataset["run"]["reason"] if dataset["run"].get("reason") else "") \
            + (" · " + words if dataset["messages"] else "")
        urgency = max(urgency, RUN_URGENCY[run], key=RANK.index)
    return words, urgency
