"""What has changed between two runs, worked out from the rules of GUIDELINES.md (N1 to N3, M1 to M3) and from nothing
of the program: slow, by trying every pair, and in English alone."""
import collections

import oracle_matching

RANK = oracle_matching.RANK
# What is asked of the reader: a success asks for nothing.
DEMAND = ["success", "neutral", "information", "warning", "error"]
WORDS = {"new": "New", "worse": "More urgent", "better": "Less urgent", "still": "Still", "fixed": "Fixed",
         "unseen": "Not seen", "gone": "Gone"}
NOUNS = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "success": ("success", "successes"),
         "information": ("information", "information"), "neutral": ("neutral", "neutral")}
HEADLINES = {"failed": "The run failed", "canceled": "The run was canceled",
             "missing": "The run is missing: no report was made", "completed": "The run was completed"}
OUTCOMES = {"failed": "Failed", "canceled": "Canceled", "missing": "No report"}
RUN_URGENCY = {"failed": "error", "missing": "error", "canceled": "warning"}
LISTED = ("new", "worse", "better", "fixed", "unseen")
COUNTED = {"new": "new", "worse": "more urgent", "better": "less urgent", "fixed": "fixed", "unseen": "not seen",
           "still": "still there"}

Comparison = collections.namedtuple("Comparison", "changes fixed unseen gone run counts has_news text messages_text headlines")


def status(dataset):
    return dataset.get("run", {}).get("status")


def is_bad(run):
    return run in RUN_URGENCY


def compare(before, now, run_before="baseline's"):
    """Everything about the changes from one dataset to the next."""
    olds, news = before["messages"], now["messages"]
    changes = ["new"] * len(news)
    left = set(range(len(olds)))
    for old, new in oracle_matching.Matching(olds, news).pairs:
        left.remove(old)
        was, is_ = DEMAND.index(olds[old]["urgency"]), DEMAND.index(news[new]["urgency"])
        changes[new] = "worse" if is_ > was else "better" if is_ < was else "still"
    lost = {"fixed": [], "unseen": [], "gone": []}
    for index in sorted(left, key=lambda i: (-RANK.index(olds[i]["urgency"]), i)):
        message = olds[index]
        is_finding = message["urgency"] == "information" and message.get("location", {}).get("file")
        matters = (message["urgency"] in ("error", "warning") or is_finding) and message.get("kind") != "progress"
        lost["gone" if not matters else "unseen" if is_bad(status(now)) else "fixed"].append(message)
    counts = {word: changes.count(word) for word in ("new", "worse", "better", "still")}
    counts.update({word: len(messages) for word, messages in lost.items()})
    was, is_ = status(before) if run_before == "baseline's" else run_before, status(now)
    run = (was, is_) if was != is_ and (is_bad(was) or is_bad(is_)) else None
    has_news = bool(run) or any(count for word, count in counts.items() if word != "still")
    headlines = [f"{counts[word]} {COUNTED[word]}" for word in LISTED if counts[word]]
    if not headlines:
        headlines = ["nothing new, nothing fixed" if has_news else "nothing has changed"]
    parts = headlines + ([f"{counts['still']} still there"] if has_news and counts["still"] else [])
    messages_text = ", ".join(parts)
    text = (run_words(run) + " · " if run else "") + messages_text
    return Comparison(changes, lost["fixed"], lost["unseen"], lost["gone"], run, counts, has_news, text, messages_text, headlines)


def run_words(run):
    was, is_ = run
    if is_ == "completed":
        return "back to normal"
    return ", ".join([is_ or "without a status"] + ([f"was {was}"] if was else []))


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
        return ("All clear", "success") if is_clear else ("No messages were reported", "neutral")
    words = ", ".join(text for _, text in counts)
    urgency = counts[0][0]
    if is_bad(status(dataset)) and urgency == "success":
        urgency = "neutral"
    return (words if total == 1 else f"{total} messages: {words}"), urgency


def headline(dataset, comparison):
    """What stands above all else of a run that went wrong."""
    if not is_bad(status(dataset)):
        return []
    was = comparison.run and comparison.run[0]
    return [HEADLINES[status(dataset)]] + ([f"was {was}"] if was else [])


def preheader(dataset, comparison):
    run = headline(dataset, comparison)
    parts = [", ".join(run)] if run else [run_words(comparison.run)] if comparison.run else []
    counts = ", ".join(text for _, text in counted(dataset)) or verdict(dataset)[0]
    return " · ".join(parts + [comparison.messages_text, counts])


def subject(dataset, comparison):
    parts = headline(dataset, comparison)
    if dataset["messages"]:
        parts.append(counted(dataset)[0][1])
    elif not parts:
        parts.append(verdict(dataset)[0])
    if comparison.run and not is_bad(status(dataset)):
        parts.append(run_words(comparison.run))
    return ", ".join(parts + comparison.headlines) + f": {dataset['title']}"


def mail_is_wanted(dataset, comparison, occasion):
    """Whether `--only-if` lets a mail go out."""
    if is_bad(status(dataset)):
        return True
    if occasion == "changed":
        return comparison.has_news
    return bool(comparison.counts["new"] + comparison.counts["worse"])


def gate(dataset, comparison):
    """What meets `--fail-on new-error`: how many errors are new and how many got worse, and whether the run does."""
    errors = [change for message, change in zip(dataset["messages"], comparison.changes) if message["urgency"] == "error"]
    return errors.count("new"), errors.count("worse"), status(dataset) in ("failed", "missing")


def before(nights):
    """What the next of some runs is compared with: the last one's messages, and those of earlier ones that no run
    since has looked for. None without a report."""
    base = None
    for night in nights:
        if status(night) == "missing":
            continue
        kept = []
        if base and is_bad(status(night)):
            found = {old for old, _ in oracle_matching.Matching(base["messages"], night["messages"]).pairs}
            kept = [message for index, message in enumerate(base["messages"]) if index not in found]
        base = {**night, "messages": night["messages"] + kept}
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
