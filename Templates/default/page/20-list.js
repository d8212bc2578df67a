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

const chunks = [];
const cells = new Map();
const CELL = /<li class="m"([^>]*)>|<span class="c" data-change="(\w+)"/g;
const attribute = (tag, name) => (new RegExp(` ${name}="(\\w+)"`).exec(tag) || [])[1];

// Chunks of text in the order of the page; for a live one the cells, too.
const gather = (section) => {
  for (const part of section.element.children) {
    const isList = part.tagName === 'UL';
    if (!isList && part.tagName !== 'NOSCRIPT') continue;
    chunks.push({
      section,
      waits: isList ? null : part,
      text: isList ? part.innerHTML : '',
      cells: isList ? [...part.children] : [],
      first: 0,
      starts: [],
    });
  }
};

const textOf = (chunk) => (chunk.waits ? chunk.waits.textContent : chunk.text);

const read = (chunk) => {
  const text = textOf(chunk);
  chunk.first = list.count;
  CELL.lastIndex = 0;
  for (let found; (found = CELL.exec(text)); ) {
    if (found[2]) {
      list.change[list.count - 1] = CHANGES.indexOf(found[2]);
      continue;
    }
    const i = list.count++;
    chunk.starts.push(found.index);
    list.ids.push(+attribute(found[1], 'id').slice(1));
    list.urgency.push(URGENCIES.indexOf(attribute(found[1], 'data-urgency')));
    list.keys.push(parseInt(attribute(found[1], 'data-key'), 16));
    list.change.push(0);
    list.section.push(list.sections.indexOf(chunk.section));
    const cell = chunk.cells[i - chunk.first];
    if (!cell) continue;
    cells.set(i, cell);
    if (list.started) decorate(cell, i);
  }
  chunk.cells = null;
};

const chunkOf = (i) => {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (chunks[middle].first <= i) low = middle;
    else high = middle - 1;
  }
  return chunks[low];
};

// The last text that was asked for is the one that is asked for next.
let recent = null;
let recentText = '';
list.html = (i) => {
  const chunk = chunkOf(i);
  if (chunk !== recent) [recent, recentText] = [chunk, textOf(chunk)];
  const place = i - chunk.first;
  return recentText.slice(chunk.starts[place], chunk.starts[place + 1]);
};

const decorate = (cell, i) => {
  for (const decorator of list.decorators) decorator(cell, i);
};

// The cell of a message; one that waited is made anew each time it comes near.
list.cell = (i) => {
  const live = cells.get(i);
  if (live) return live;
  const mould = el('template');
  mould.innerHTML = list.html(i);
  const cell = mould.content.firstElementChild;
  document.adoptNode(cell);
  decorate(cell, i);
  return cell;
};

// The number of a cell.
list.numberOf = (cell) => list.ids.indexOf(+cell.id.slice(1));

const fill = (slot) => {
  if (slot.isFull) return;
  slot.isFull = true;
  slot.element.style.blockSize = '';
  slot.element.append(...slot.items.map(list.cell));
};

// Whoever reads in a list keeps it: the focus, a selection and what was opened are not taken away.
const empty = (slot) => {
  if (!slot.isFull || slot.element.contains(document.activeElement) || $('details[open]', slot.element)) return;
  slot.isFull = false;
  slot.element.style.blockSize = slot.element.offsetHeight + 'px';
  slot.element.replaceChildren();
};

const slots = new Map();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const slot = slots.get(entry.target);
      if (slot) (entry.isIntersecting ? fill : empty)(slot);
    }
  },
  // The second is for lists that scroll in a sheet.
  { rootMargin: '1200px 0px', scrollMargin: '1200px 0px' },
);

const paint = (section, items) => {
  const { element } = section;
  const before = $$(':scope > ul', element);
  for (const old of before) {
    watcher.unobserve(old);
    slots.delete(old);
  }
  section.shown = items;
  element.hidden = !items.length;
  const lists = [];
  for (let start = 0; start < items.length; start += 100) {
    const slot = { element: el('ul', { role: 'list' }), items: items.slice(start, start + 100), isFull: false };
    lists.push(slot.element);
    if (slot.items.every((i) => cells.has(i))) {
      fill(slot);
    } else {
      slot.element.style.blockSize = slot.items.length * ROW + 'px';
      slots.set(slot.element, slot);
      watcher.observe(slot.element);
    }
  }
  for (const old of before) old.remove();
  $('h3', element).after(...lists);
};

// Sorts numbers in slices: parts one by one, then merged two by two.
const sorted = async (items, compare, slice) => {
  let runs = [];
  for (let start = 0; start < items.length; start += 4096) {
    runs.push(items.slice(start, start + 4096).sort(compare));
    if (slice.isOver()) await slice.next();
  }
  while (runs.length > 1) {
    const merged = [];
    for (let r = 0; r < runs.length; r += 2) {
      const [left, right] = [runs[r], runs[r + 1] || []];
      const out = new Array(left.length + right.length);
      for (let l = 0, m = 0, o = 0; o < out.length; o++) {
        if (!(o & 4095) && slice.isOver()) await slice.next();
        out[o] = m >= right.length || (l < left.length && compare(left[l], right[m]) <= 0) ? left[l++] : right[m++];
      }
      merged.push(out);
    }
    runs = merged;
  }
  return runs[0] || [];
};

// Chooses and orders anew. A later call takes the place of an earlier one that is still at work.
let turn = 0;
list.refresh = async () => {
  const mine = ++turn;
  const slice = slices();
  const filters = [...list.filters.values()];
  const { compare } = list;
  const chosen = [];
  for (const section of list.sections) {
    let items = [];
    for (let i = section.first; i < section.end; i++) {
      if (filters.every((passes) => passes(i))) items.push(i);
      if (!(i & 1023) && slice.isOver()) await slice.next();
    }
    if (compare) items = await sorted(items, (a, b) => compare(a, b) || a - b, slice);
    if (mine !== turn) return;
    chosen.push(items);
  }
  list.shown = chosen.reduce((sum, items) => sum + items.length, 0);
  for (const [place, section] of list.sections.entries()) {
    const items = chosen[place];
    const { shown } = section;
    if (items.length !== shown.length || items.some((i, at) => i !== shown[at])) paint(section, items);
    if (slice.isOver()) await slice.next();
    if (mine !== turn) return;
  }
  for (const listener of list.listeners) listener();
};

// Brings a message into the document and into sight; null when it is not among those that are shown.
list.reveal = (i) => {
  for (const slot of slots.values()) if (slot.items.includes(i)) fill(slot);
  const cell = document.getElementById('m' + list.ids[i]);
  cell?.scrollIntoView({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' });
  return cell;
};

// Called by the last file, when everything that decorates cells is known.
list.start = () => {
  list.started = true;
  for (const [i, cell] of cells) decorate(cell, i);
};

// Settled when the index is whole. Nothing waits on most pages, and then that is at once.
list.ready = (async () => {
  if (!list.home) return;
  $('.waiting', list.home)?.remove();
  list.sections = $$(':scope > .s', list.home).map((element) => (
    { element, title: $('h3 bdi', element).textContent, first: 0, end: 0, shown: [] }));
  list.sections.forEach(gather);
  const slice = slices();
  for (const section of list.sections) {
    section.first = list.count;
    for (const chunk of chunks) {
      if (chunk.section !== section) continue;
      read(chunk);
      if (slice.isOver()) await slice.next();
    }
    section.end = list.count;
    section.shown = Array.from({ length: list.count - section.first }, (_, at) => section.first + at);
    if (chunks.some((chunk) => chunk.section === section && chunk.waits)) paint(section, section.shown);
  }
  list.shown = list.count;
})();
