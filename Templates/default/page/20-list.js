// An index of all messages, and what of those in the sections stands in the document.
//
// Alerts and banners stand above the sections. They have the first numbers, and are counted, filtered and searched as
// the others are (M6).
//
// A very large page holds its first thousand messages as elements. The rest wait as text in <noscript>, a hundred
// each: a browser needs ten times as much memory for elements as for text. Each message has a number, its place in
// the page; all that is known of it is in columns by that number, and `html(i)` is its cell as the page came with.
// What is shown stands in lists of a hundred; lists with a waiting message in them are filled while they are near
// the window and emptied when they are far.

const URGENCIES = ['error', 'warning', 'success', 'information', 'neutral'];
const CHANGES = ['', 'new', 'worse', 'still', 'better'];
const ROW = 92;

const listHome = $('#messages');
const above = $$('.alert, .banner');
// {element, title, first, end, shown}: the messages from `first` up to `end`; `shown` are those in sight, in order.
let listSections = [];
let messageCount = 0;
let shownCount = 0;
// Columns: the number in the element's id, the fingerprint; places in URGENCIES and CHANGES, the category's place, which
// is its section's where it has one.
const messageIds = [];
const messageKeys = [];
const list = { urgency: [], change: [], section: [] };
// Functions that a message must pass, by what asks for them.
const listFilters = new Map();
// What compares two numbers; null is the order that the page came with.
let listCompare = null;
// Called with each cell that comes into the document and its number; and after all of them have been chosen anew.
const listDecorators = [];
const listListeners = [];

// Of each message its cell as the page came with, and the cell itself where it does not wait.
const sources = [];
const cells = new Map();
// A cell's head, as message.page writes it, and what has changed in it.
const CELL = /^<li class="m" id="m(\d+)"[^>]* data-urgency="(\w+)" data-key="(\w+)">(?:[^]*<span class="c" data-change="(\w+)")?/;

const htmlOf = (i) => sources[i];

const add = (source, id, urgency, key, change, place) => {
  sources.push(source);
  messageIds.push(+id);
  list.urgency.push(URGENCIES.indexOf(urgency));
  messageKeys.push(parseInt(key, 16));
  list.change.push(CHANGES.indexOf(change));
  list.section.push(place);
  return messageCount++;
};
for (const element of above) {
  const { urgency, key, category } = element.dataset;
  add(element.outerHTML, element.id.slice(1), urgency, key, $('.c[data-change]', element)?.dataset.change || '', category - 1);
}

// Takes a list, or the text of one that waits, into the index.
const read = (part, place) => {
  const waits = part.tagName === 'NOSCRIPT';
  const first = messageCount;
  for (const source of (waits ? part.textContent : part.innerHTML).split(/(?=<li class="m")/)) {
    const [, id, urgency, key, change = ''] = CELL.exec(source) || [];
    if (!id) continue;
    const i = add(source, id, urgency, key, change, place);
    listSections[place].shown.push(i);
    if (!waits) cells.set(i, part.children[i - first]);
  }
  // What is in the index need not be kept twice.
  if (waits) part.remove();
};

const decorate = (cell, i) => {
  for (const decorator of listDecorators) decorator(cell, i);
};

// The cell of a message; one that waited is made anew each time it comes near.
const cellFor = (i) => {
  const live = cells.get(i);
  if (live) return live;
  const cell = parsed(sources[i]);
  decorate(cell, i);
  return cell;
};

const slots = new Map();
const fill = (element) => {
  if (element.firstChild) return;
  element.style.blockSize = '';
  element.append(...slots.get(element).map(cellFor));
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
    const its = items.slice(start, start + 100);
    const part = el('ul', { role: 'list', 'data-rows': String(its.length).padStart(2, 0) });
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
  $('.hd', element).after(...lists);
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

// Does something with each message, in slices; says whether it came to the end before it was stale.
const eachMessage = async (act, isStale) => {
  const slice = slices();
  for (let i = 0; i < messageCount; i++) {
    act(i);
    if (slice.isOver()) {
      await slice.next();
      if (isStale?.()) return false;
    }
  }
  return true;
};

// The messages that pass the filters, in a list for each section, and at last those above.
const choose = async (filters, isStale) => {
  const all = [...filters.values()];
  const chosen = [...listSections, above].map(() => []);
  const take = (i) => all.every((passes) => passes(i)) && chosen[above[i] ? listSections.length : list.section[i]].push(i);
  return (await eachMessage(take, isStale)) && chosen;
};

// Chooses and orders anew. A later call takes the place of an earlier one that is still at work.
let turn = 0;
const refreshList = async () => {
  const mine = ++turn;
  const slice = slices();
  const compare = listCompare;
  const isStale = () => mine !== turn;
  const chosen = await choose(listFilters, isStale);
  if (!chosen) return;
  for (const [place, section] of listSections.entries()) {
    const items = compare ? await sorted(chosen[place], (a, b) => compare(a, b) || a - b, slice) : chosen[place];
    if (slice.isOver()) await slice.next();
    if (isStale()) return;
    const { shown } = section;
    if (items.length !== shown.length || items.some((i, at) => i !== shown[at])) paint(section, items);
  }
  const standing = new Set(chosen.at(-1));
  above.forEach((element, i) => (element.hidden = !standing.has(i)));
  shownCount = chosen.flat().length;
  for (const listener of listListeners) listener();
};

// Takes a cell out of its list without making its neighbours anew. The last one of a section goes with it.
const dropCell = (cell, i) => {
  const section = listSections[list.section[i]];
  const part = cell.parentElement;
  const others = (items) => items.filter((other) => other !== i);
  if (section.shown.length < 2) return;
  section.shown = others(section.shown);
  if (slots.has(part)) slots.set(part, others(slots.get(part)));
  cell.remove();
};

// Brings a message into the document and into sight; null when it is not among those that are shown.
const revealMessage = (i) => {
  for (const [part, items] of slots) if (items.includes(i)) fill(part);
  const cell = document.getElementById('m' + messageIds[i]);
  cell?.scrollIntoView({ block: 'center' });
  return cell;
};

// Settled when the index is whole and its cells are decorated. Nothing waits on most pages, and then the index is whole
// at once.
const listReady = (async () => {
  $('#messages > .waiting')?.remove();
  listSections = $$('#messages > .s').map((element) => ({ element, title: $('h3 bdi', element).textContent, shown: [] }));
  const slice = slices();
  for (const [place, section] of listSections.entries()) {
    section.first = messageCount;
    for (const part of $$(':scope > ul, :scope > noscript', section.element)) {
      read(part, place);
      if (slice.isOver()) await slice.next();
    }
    section.end = messageCount;
    if (!cells.has(messageCount - 1)) paint(section, section.shown);
  }
  shownCount = messageCount;
  // When the whole script has run, all that decorates cells is known.
  await null;
  ordinals = ordinalsOf(messageIds.keys());
  cells.forEach(decorate);
})();
