// Filter and search of the timeline: chips for tense and status, and a field. Units without shown
// entries are hidden; the mark for now keeps its place among shown entries.

import { $, $$, el, say } from './base.js';
import { listReady } from './list.js';
import { isNarrow, query } from './state.js';
import { isHit, listenTo, mark, needlesOf, plainOf } from './search.js';
import { box, entryTools, groups, offer, passing, toolsIn } from './filter.js';
import { draw, fastChips } from './chips.js';
import { sayShown } from './refresh.js';

export const timeline = $('#timeline');
const entries = timeline ? $$('[data-component="timeline-entry"]', timeline) : [];
const STATES = ['tense', 'status'];
const ASKED = [...STATES, 'find'];

// Places the mark before the first current, else the next future, else after the last entry; in
// descending order vice versa. Between units: in the current one, else above the next header.
const placeNow = (shown) => {
  const now = $('li[data-component="now-indicator"]', timeline);
  if (!now || !shown.length) return;
  const time = (entry) => $('time', entry).dateTime;
  const isTurned = time(entries[0]) > time(entries.at(-1));
  const inTime = isTurned ? [...shown].reverse() : shown;
  const firstOf = (tense) => inTime.find(({ dataset }) => dataset.tense === tense);
  const next = firstOf('current') || firstOf('future');
  const place = shown.indexOf(next || inTime.at(-1)) + (!next !== isTurned);
  const [above, below] = [shown[place - 1], shown[place]];
  const unit = (entry) => entry?.closest('[data-unit]');
  const isNow = (entry) => unit(entry)?.hasAttribute('data-now');
  const left = now.parentElement;
  if (below && (isNow(below) || unit(above) === unit(below))) below.before(now);
  else if (!below || isNow(above)) above.after(now);
  else unit(below).before(el('ol', { role: 'list' }, now));
  if (!left.firstElementChild) left.remove();
};

listReady.then(() => {
  for (const key of STATES) offer(key, entries.map(({ dataset }) => dataset[key]));
  if (!entries.length || (entries.length < 9 && !isNarrow(ASKED))) return;
  const [search, bar, found] = toolsIn(entryTools);
  const field = box(search);
  const texts = entries.map(({ outerHTML }) => plainOf(outerHTML));
  const follow = () => {
    const needles = needlesOf(query.find);
    const passes = passing(query, STATES, (at) => isHit(needles, () => texts[at]));
    passes.begin();
    const shown = entries.filter((entry, at) => !(entry.hidden = !passes(at)));
    placeNow(shown);
    for (const unit of $$('[data-unit]', timeline)) unit.hidden = !$('[data-component="timeline-entry"]:not([hidden])', unit);
    draw(bar, ['', ...STATES.filter((key) => groups[key]).flatMap(fastChips)], field);
    sayShown(found, say('entriesShownOf', { shown: shown.length, total: entries.length }), ASKED, field);
    mark();
  };
  listenTo(field);
  timeline.prepend(entryTools);
  query.listeners.push(follow);
  follow();
});
