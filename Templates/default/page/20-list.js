// The messages in the sections: an index of all of them, and what of them stands in the document.
//
// A very large page holds its first thousand messages as elements. The rest wait as text in <noscript>, a hundred
// each: a browser needs ten times as much memory for elements as for text. Each message has a number, its place in
// the page; all that is known of it is in columns by that number, and `html(i)` is its cell as the page came with.
// What is shown stands in lists of a hundred; lists with a waiting message in them are filled while they are near
// the window and emptied when they are far.

const URGENCIES = ['error', 'warning', 'success', 'information', 'neutral'];
const CHANGES = ['', 'new', 'still'];
const ROW = 92;

const list = {
  home: $('#messages'),
  // {element, title, first, end, shown}: the messages from `first` up to `end`; `shown` are those in sight, in order.
  sections: [],
  count: 0,
  shown: 0,
  // The columns: the number in the cell's id, places in URGENCIES and CHANGES, the fingerprint, the section's place.
  ids: [],
  urgency: [],
  change: [],
  keys: [],
  section: [],
  // Functions that a message must pass, by what asks for them.
  filters: new Map(),
  // What compares two numbers; null is the order that the page came with.
  compare: null,
  // Called with each cell that comes into the document and its number; and after all of them have been chosen anew.
  decorators: [],
  listeners: [],
};

// Of each message its cell as the page came with, and the cell itself where it does not wait.
const sources = [];
const cells = new Map();
// A cell's head, as message.page writes it, and what has changed in it.
const CELL = /^<li class="m" id="m(\d+)"[^>]* data-urgency="(\w+)" data-key="(\w+)">(?:[^]*<span class="c" data-change="(\w+)")?/;

list.html = (i) => sources[i];

// Takes a list, or the text of one that waits, into the index.
const read = (part, place) => {
  const waits = part.tagName === 'NOSCRIPT';
  const first = list.count;
  for (const source of (waits ? part.textContent : part.innerHTML).split(/(?=<li class="m")/)) {
    const [, id, urgency, key, change = ''] = CELL.exec(source) || [];
    if (!id) continue;
    const i = list.count++;
    sources.push(source);
    list.ids.push(+id);
    list.urgency.push(URGENCIES.indexOf(urgency));
    list.keys.push(parseInt(key, 16));
    list.change.push(CHANGES.indexOf(change));
    list.section.push(place);
    list.sections[place].shown.push(i);
    if (!waits) cells.set(i, part.children[i - first]);
  }
  // What is in the index need not be kept twice.
  if (waits) part.remove();
};

const decorate = (cell, i) => {
  for (const decorator of list.decorators) decorator(cell, i);
};

// The cell of a message; one that waited is made anew each time it comes near.
list.cell = (i) => {
  const live = cells.get(i);
  if (live) return live;
  const cell = parsed(sources[i]);
  decorate(cell, i);
  return cell;
};

// The number of a cell.
list.numberOf = (cell) => list.ids.indexOf(+cell.id.slice(1));

const slots = new Map();
const fill = (element) => {
  if (element.firstChild) return;
  element.style.blockSize = '';
  element.append(...slots.get(element).map(list.cell));
};

// Whoever reads in a list keeps it: the focus and what was opened are not taken away.
const empty = (element) => {
  if (!element.firstChild || $(':focus, details[open]', element)) return;
  element.style.blockSize = element.offsetHeight + 'px';
  element.replaceChildren();
};

const watcher = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => slots.has(target) && (isIntersecting ? fill : empty)(target)),
  // The second is for lists that scroll in a sheet.
  { rootMargin: '1200px 0px', scrollMargin: '1200px 0px' },
);

// Paper holds everything.
addEventListener('beforeprint', () => slots.forEach((_, part) => fill(part)));

const paint = (section, items) => {
  const { element } = section;
  const before = $$(':scope > ul', element);
  const lists = [];
  section.shown = items;
  element.hidden = !items.length;
  for (let start = 0; start < items.length; start += 100) {
    const part = el('ul', { role: 'list' });
    const its = items.slice(start, start + 100);
    lists.push(part);
    slots.set(part, its);
    if (its.every((i) => cells.has(i))) {
      fill(part);
    } else {
      part.style.blockSize = its.length * ROW + 'px';
      watcher.observe(part);
    }
  }
  for (const old of before) {
    slots.delete(old);
    old.remove();
  }
  $('h3', element).after(...lists);
};

// Sorts in slices: halves, then what both have in order.
const sorted = async (items, compare, slice) => {
  if (slice.isOver()) await slice.next();
  const half = items.length >> 1;
  if (half < 2500) return items.sort(compare);
  const left = await sorted(items.slice(0, half), compare, slice);
  const right = await sorted(items.slice(half), compare, slice);
  let l = 0;
  let r = 0;
  return items.map(() => (r < right.length && (l >= half || compare(left[l], right[r]) > 0) ? right[r++] : left[l++]));
};

// Chooses and orders anew. A later call takes the place of an earlier one that is still at work.
let turn = 0;
list.refresh = async () => {
  const mine = ++turn;
  const slice = slices();
  const filters = [...list.filters.values()];
  const { compare } = list;
  let count = 0;
  for (const section of list.sections) {
    let items = [];
    for (let i = section.first; i < section.end; i++) {
      if (filters.every((passes) => passes(i))) items.push(i);
      if (!(i & 1023) && slice.isOver()) await slice.next();
    }
    if (compare) items = await sorted(items, (a, b) => compare(a, b) || a - b, slice);
    if (mine !== turn) return;
    count += items.length;
    const { shown } = section;
    if (items.length !== shown.length || items.some((i, at) => i !== shown[at])) paint(section, items);
  }
  list.shown = count;
  for (const listener of list.listeners) listener();
};

// Takes a cell out of its list without making its neighbours anew. The last one of a section goes with it.
list.drop = (cell, i) => {
  const section = list.sections[list.section[i]];
  const part = cell.parentElement;
  const others = (items) => items.filter((other) => other !== i);
  if (section.shown.length < 2) return;
  section.shown = others(section.shown);
  if (slots.has(part)) slots.set(part, others(slots.get(part)));
  cell.remove();
};

// Brings a message into the document and into sight; null when it is not among those that are shown.
list.reveal = (i) => {
  for (const [part, items] of slots) if (items.includes(i)) fill(part);
  const cell = document.getElementById('m' + list.ids[i]);
  cell?.scrollIntoView({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' });
  return cell;
};

// Settled when the index is whole and its cells are decorated. Nothing waits on most pages, and then the index is whole
// at once.
list.ready = (async () => {
  if (!list.home) return;
  $('.waiting', list.home)?.remove();
  list.sections = $$(':scope > .s', list.home).map((element) => ({ element, title: $('h3 bdi', element).textContent, shown: [] }));
  const slice = slices();
  for (const [place, section] of list.sections.entries()) {
    section.first = list.count;
    for (const part of $$(':scope > ul, :scope > noscript', section.element)) {
      read(part, place);
      if (slice.isOver()) await slice.next();
    }
    section.end = list.count;
    if (!cells.has(list.count - 1)) paint(section, section.shown);
  }
  list.shown = list.count;
  // When the whole script has run, all that decorates cells is known.
  await null;
  cells.forEach(decorate);
})();
