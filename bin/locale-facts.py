"""Makes the files in Templates/strings/facts from CLDR, as Babel has it. Run by bin/locale-facts."""
import json
import pathlib
import re
import subprocess
import sys

import babel
from babel.core import get_global

# The files that the program has. English is that of Britain: its dates can't be misread, since the
# month is a word, and its hours go to 24.
TAGS = {"ar": "ar", "cs": "cs", "de": "de", "en": "en-GB", "en-us": "en-US", "es": "es", "fr": "fr",
        "he": "he", "id": "id", "it": "it", "ja": "ja", "ko": "ko", "nl": "nl", "pl": "pl",
        "pt-br": "pt-BR", "ru": "ru", "tr": "tr", "uk": "uk", "vi": "vi", "zh-hans": "zh-Hans",
        "zh-hant": "zh-Hant"}
FOLDER = pathlib.Path(__file__).parent.parent / "Templates/strings/facts"
# The file about tags that other tags stand for. It is not the file of a language.
PARENTS = FOLDER / "parents.json"

# How many digits stand before the first separator of a number that has one. CLDR says it and Babel
# leaves it out; other locales have 1.
MINIMUM_GROUPING = {"bg": 2, "es": 2, "es_419": 1, "et": 2, "hu": 2, "it": 2, "lv": 2, "pl": 2,
                    "pt_PT": 2, "sl": 2}
# CLDR's names for zones are looked up for these abbreviations of the zone files, which mean one zone
# all over the world.
ZONES = {"CET": ("Europe_Central", "standard"), "CEST": ("Europe_Central", "daylight"),
         "EET": ("Europe_Eastern", "standard"), "EEST": ("Europe_Eastern", "daylight"),
         "WET": ("Europe_Western", "standard"), "WEST": ("Europe_Western", "daylight")}
# CLDR's names for the units of short durations and sizes.
UNITS = {"day": "duration-day", "hour": "duration-hour", "minute": "duration-minute",
         "second": "duration-second", "millisecond": "duration-millisecond", "byte": "digital-byte",
         "kilobyte": "digital-kilobyte", "megabyte": "digital-megabyte",
         "gigabyte": "digital-gigabyte", "terabyte": "digital-terabyte"}
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# Letters of CLDR's patterns that Tidemark has no field for, and the nearest that it has.
LETTERS = {"K": "h", "k": "H", "B": "a", "b": "a", "r": "y", "u": "y"}

# Spaces that don't look like one and marks of direction are written as escapes.
UNSEEN = "[\u00a0\u061c\u2000-\u200f\u202a-\u202f\u2066-\u2069]"


def main(arguments):
    if arguments == ["--check"]:
        return check()
    if arguments:
        sys.stdout.write(text(*arguments))
        return 0
    FOLDER.mkdir(exist_ok=True)
    for tag in TAGS:
        (FOLDER / f"{tag}.json").write_text(made(tag), encoding="utf-8")
    PARENTS.write_text(layout(parents()) + "\n", encoding="utf-8")
    return 0


def check():
    files = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    if files.pop(PARENTS.stem, None) != layout(parents()) + "\n":
        print("Templates/strings/facts/parents.json is not what bin/locale-facts writes")
        return 1
    stale = sorted(set(files) ^ set(TAGS))
    stale += [tag for tag in sorted(set(files) & set(TAGS)) if files[tag] != made(tag)]
    for tag in stale:
        print(f"Templates/strings/facts/{tag}.json is not what bin/locale-facts writes")
    return 1 if stale else 0


def made(tag):
    """In a process of its own: data of one locale leaks into the next that Babel reads."""
    command = [sys.executable, "-B", __file__, TAGS[tag], TAGS[tag] if "-" in tag else tag]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def text(tag, called=None):
    try:
        facts = facts_of(tag, called or tag)
    except (babel.UnknownLocaleError, ValueError):
        sys.exit(f"locale-facts: CLDR has no locale '{tag}'")
    return layout(facts) + "\n"


def facts_of(tag, called):
    locale = babel.Locale.parse(tag, sep="-")
    # The first day of the week is a country's: a language alone stands for its most likely one.
    likely = get_global("likely_subtags").get(str(locale))
    spoken = locale if locale.territory or not likely else babel.Locale.parse(likely)
    data = spoken._data
    facts = {
        "source": f"CLDR {get_global('cldr')['version']}, {tag}; made by bin/locale-facts",
        "locale": called,
        "name": name(spoken, called),
        "direction": "rtl" if spoken.character_order == "right-to-left" else "ltr",
        "plurals": {key: plural(rule) for key, rule in ordered(spoken.plural_form.rules)},
        "numbers": numbers(spoken, data),
        "units": units(data),
        "calendar": {
            "firstWeekday": WEEKDAYS[spoken.first_week_day],
            "minimalDaysInFirstWeek": spoken.min_week_days,
            "months": names(data["months"], range(1, 13)),
            "weekdays": names(data["days"], range(7)),
            "quarters": names(data["quarters"], range(1, 5)),
            "dayPeriods": [data["day_periods"]["format"]["abbreviated"][part] for part in ("am", "pm")],
        },
        "zones": zones(data),
        "patterns": patterns(spoken, data),
        "strings": {"listSeparator": between(data["list_patterns"]["standard"]["start"])},
    }
    if not facts["zones"]:
        del facts["zones"]
    return facts


def name(spoken, called):
    """What the language calls itself, with a capital as at the start of a list."""
    locale = babel.Locale.parse(called, sep="-")
    own = spoken.languages.get(str(locale)) or locale.get_display_name(spoken) or called
    return own[:1].upper() + own[1:]


def ordered(rules):
    order = ["zero", "one", "two", "few", "many"]
    return sorted(rules.items(), key=lambda rule: order.index(rule[0]))


def plural(rule):
    """From Babel's older spelling to CLDR's of today."""
    return rule.replace(" not in ", " != ").replace(" in ", " = ").replace(" mod ", " % ")


def symbols(data):
    """Digits are 0 to 9 in every language, so that reports can be searched; the signs fit them."""
    return data["number_symbols"].get("latn") or data["number_symbols"][data["default_numbering_system"]]


def numbers(locale, data):
    signs = symbols(data)
    return {"group": signs["group"], "minimumGrouping": minimum_grouping(locale),
            "decimal": signs["decimal"],
            "percent": re.sub("[#0,.]+", "{number}", data["percent_formats"][None].pattern)}


def units(data):
    """The short form for fractions and large numbers, since units have no plural forms here."""
    return {unit: data["unit_patterns"][called]["short"]["other"].replace("{0}", "{number}")
            for unit, called in UNITS.items()}


def parents():
    """The tags that another one stands for: of a script, such as `zh-tw` for `zh-hant`, or of a
    language with files of a region or a script only, such as `pt` for `pt-br`."""
    found = {}
    for tag in (tag for tag in TAGS if tag.partition("-")[0] not in TAGS):
        language, _, rest = tag.partition("-")
        for name, whole in get_global("likely_subtags").items():
            parts = name.lower().split("_")
            is_of_script = len(rest) != 4 or whole.split("_")[1].lower() == rest
            if parts[0] == language and "-".join(parts) != tag and is_of_script:
                found["-".join(parts)] = tag
    return {"source": f"CLDR {get_global('cldr')['version']}; made by bin/locale-facts",
            "parents": dict(sorted(found.items()))}


def minimum_grouping(locale):
    names = str(locale)
    while names:
        if names in MINIMUM_GROUPING:
            return MINIMUM_GROUPING[names]
        names = get_global("parent_exceptions").get(names) or names.rpartition("_")[0]
    return 1


def names(table, numbers):
    """In a date and, where they differ, standing alone."""
    def form(kind):
        return {width: [table[kind][width][number] for number in numbers] for width in ("wide", "abbreviated")}

    dated, alone = form("format"), form("stand-alone")
    different = {width: alone[width] for width in alone if alone[width] != dated[width]}
    return {**dated, **({"standalone": different} if different else {})}


def zones(data):
    """The names that differ from the zone files', unless one of them means another zone there."""
    found = {}
    for abbreviation, (zone, kind) in ZONES.items():
        called = data["meta_zones"].get(zone, {}).get("short", {}).get(kind)
        if called and called != abbreviation:
            found[abbreviation] = called
    taken = {ZONES[abbreviation][0] for abbreviation, called in found.items() if called in ZONES}
    return {abbreviation: called for abbreviation, called in found.items()
            if ZONES[abbreviation][0] not in taken}


def patterns(locale, data):
    def skeleton(wanted):
        return pattern(data["datetime_skeletons"][wanted].pattern)

    glue = data["datetime_formats"]["medium"]
    date, time = skeleton("yMMMd"), pattern(data["time_formats"]["short"].pattern)
    both = pattern(glue).replace("{1}", date).replace("{0}", time)
    day = skeleton("MMMd")
    # CLDR has thin spaces here, which a terminal doesn't show and a search does not find by a typed space.
    span = data["interval_formats"][None].replace("\u2009", " ")
    return {
        "date": date, "time": time, "dateTime": both, "dateTimeZone": both + " z",
        "dayHeader": pattern(data["date_formats"]["full"].pattern), "weekHeader": skeleton("yw"),
        "monthHeader": skeleton("yMMMM"), "quarterHeader": skeleton("yQQQ"), "yearHeader": skeleton("y"),
        "dayTimestamp": time, "weekTimestamp": skeleton("MMMEd"), "monthTimestamp": day,
        "quarterTimestamp": day, "yearTimestamp": day, "fullTimestamp": skeleton("yMMMEd"),
        "range": filled(span, "start", "end"),
        "todayTime": filled(glue, "time", "today"), "dateAndTime": filled(glue, "time", "date"),
    }


def filled(glue, zero, one):
    return glue.replace("{0}", "{%s}" % zero).replace("{1}", "{%s}" % one)


def pattern(written):
    """With the letters that Tidemark has fields for; words in quotes stay, and no era is said."""
    parts = re.split(r"('[^']*')", written)
    return "".join(part if part.startswith("'") else fields(part) for part in parts)


def fields(part):
    part = "".join(LETTERS.get(letter, letter) for letter in re.sub(" ?G+", "", part))
    return re.sub(r"(?<!E)E{1,2}(?!E)", "EEE", re.sub(r"(?<!c)c{1,2}(?!c)", "ccc", part))


def between(joined):
    return re.fullmatch(r"\{0\}(.*)\{1\}", joined)[1]


def escaped(match):
    return f"\\u{ord(match[0]):04x}"


def layout(value, depth=0):
    """JSON with a list in a line, so that a change reads well."""
    if not isinstance(value, dict) or not value:
        return re.sub(UNSEEN, escaped, json.dumps(value, ensure_ascii=False))
    space = "  " * (depth + 1)
    members = [f"{space}{json.dumps(key)}: {layout(member, depth + 1)}" for key, member in value.items()]
    return "{\n" + ",\n".join(members) + "\n" + "  " * depth + "}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
