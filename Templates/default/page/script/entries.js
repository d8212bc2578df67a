// Filter and search of the timeline: chips for tense and status, and a field. Headers of units
// without shown entries are hidden; the mark for now stays in its place.

import { $, $$, say } from './base.js';
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
    for (const header of $$('h3', timeline)) header.hidden = !$('[data-component="timeline-entry"]:not([hidden])', header.parentElement);
    draw(bar, ['', '', ...STATES.filter((key) => groups[key]).flatMap(fastChips)], field);
    sayShown(found, say('entriesShownOf', { shown: shown.length, total: entries.length }), ASKED, field);
    mark();
  };
  listenTo(field);
  timeline.prepend(entryTools);
  query.listeners.push(follow);
  follow();
});
