// Filter and search of the timeline (T9): chips for tense and status and a field, above a timeline that is longer than a
// glance. A unit of time without entries goes with them, and the now indicator keeps to its rule (T4) among those shown.

const timeline = $('#timeline');
const entries = timeline ? $$('.e', timeline) : [];
const ASKED = ['tense', 'status', 'find'];

// Above the first current entry, else above the next future one, else after the last; when the latest stand first, the
// same place seen from the other side.
const placeNow = (shown) => {
  const now = $('li.now', timeline);
  if (!now || !shown.length) return;
  const time = (entry) => $('time', entry).dateTime;
  const isTurned = time(entries[0]) > time(entries.at(-1));
  const inTime = isTurned ? [...shown].reverse() : shown;
  const next = inTime.find(({ dataset }) => dataset.tense === 'current') || inTime.find(({ dataset }) => dataset.tense === 'future');
  (next || inTime.at(-1))[!next === isTurned ? 'before' : 'after'](now);
};

const filterEntries = (result, texts) => {
  const search = needlesOf(query.find);
  const passes = ({ dataset }, key) => !query[key].length || query[key].includes(dataset[key]);
  const shown = entries.filter((entry, at) =>
    !(entry.hidden = !(passes(entry, 'tense') && passes(entry, 'status') && (!search.length || isHit(search, texts[at])))));
  placeNow(shown);
  for (const group of $$('.g', timeline)) group.hidden = !$('.e:not([hidden])', group);
  sayShown(result, 'entriesShownOf', shown.length, entries.length, ASKED, '#find');
};

list.ready.then(() => {
  const chips = [];
  for (const key of ['tense', 'status']) {
    if (!groups[key]) continue;
    offer(key, groups[key].boxes.map(({ value }) => entries.filter(({ dataset }) => dataset[key] === value).length));
    chips.push(...(groups[key]?.boxes || []).map((original) => fastChip(key, original)));
  }
  if (entries.length < 9 && !ASKED.some((key) => query[key].length)) return;
  const result = el('p', { class: 'found' });
  const texts = entries.map((entry) => folded($$('.t, .st > bdi, .x, .at, .p', entry).map((part) => part.textContent).join('\n')));
  timeline.prepend(el('div', { class: 'tools' }, searchField('find', words.searchEntries, 'find'),
    el('div', { class: 'feedback', role: 'group', 'aria-label': words.filters }, ...chips), result));
  const follow = () => filterEntries(result, texts);
  query.listeners.push(follow, mark);
  follow();
  mark();
});
