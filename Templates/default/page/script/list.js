// The index of all messages, and the cells that are in the document.
//
// Alerts and banners are above the sections, have the first numbers and are handled like others.
//
// A very large page has its first thousand messages as elements. The others wait: compressed (see
// page/05-unpack.js), or as text in <noscript>, in lists of a hundred. Elements need ten times as
// much memory. A message's number is its place in the page. The columns have its data by number,
// and `htmlOf(i)` is its original cell.
// Shown messages are in lists of a hundred. A list with a waiting message is filled near the window
// and emptied far from it.
//
// Similar messages are in a disclosure, in any order at the place of the first one. The lists in a
// closed disclosure are not near the window.

import { $, $$, on, parsed, release, slices } from './base.js';
import { attributeOf } from './source.js';

export const URGENCIES = ['error', 'warning', 'success', 'information', 'neutral'];
export const CHANGES = ['', 'new', 'worse', 'still', 'better', 'expired'];

export const listHome = $('#messages');
export const above = $$('[data-category][data-key]');
// {element, header, title, first, end, inSight}: the messages from `first` up to `end`, and the
// shown ones among them in order.
export let listSections = [];
// The current sections, and the section of each message; groupings change both.
export let listGroups = [];
let places;
export let messageCount = 0;
export let shownCount = 0;
// Columns: the number in the element's id; the fingerprint; indices in URGENCIES and CHANGES; the
// index of the category; the index of the section; the disclosure of similar messages.
export const messageIds = [];
export const messageKeys = [];
export const list = { urgency: [], change: [], category: [], section: [], alike: [] };
// Functions that a message must pass, by feature.
export const listFilters = new Map();
// All numbers in order; null for the original order.
let listOrder = null;
export const orderBy = (order) => (listOrder = order);
// Called with each new cell and its number, and after each refresh of the list.
export const listDecorators = [];
export const listListeners = [];

// The original cell of each message as text, and the elements of those that don't wait.
const sources = [];
const cells = new Map();
// An empty list of messages, as section.page writes it, for copies.
let emptyList;
// Of a page with compressed messages.
const { unfold = (source, shape) => shape(source), unpacked } = window;

// The source of a message, or what `shape` makes of it.
export const htmlOf = (i, shape = String) => unfold(sources[i], shape);

// Adds a message, alert or banner to the index; returns its number.
const add = (packed, category, place, alike) => {
  const source = unfold(packed, String);
  sources.push(packed);
  messageIds.push(parseInt(attributeOf(source, 'id')));
  messageKeys.push(parseInt(attributeOf(source, 'key'), 16));
  list.urgency.push(URGENCIES.indexOf(attributeOf(source, 'urgency')));
  list.change.push(CHANGES.indexOf(attributeOf(source, 'change') || ''));
  list.category.push(category);
  list.section.push(place);
  list.alike.push(alike);
  return messageCount++;
};
for (const element of above) add(element.outerHTML, element.dataset.category - 1);

// The messages in a list's text. Each begins with a tag with a fingerprint; other occurrences of
// this attribute are in the text of a message.
const messagesIn = (text) => text.split(/(?=<[^<>]*\sdata-key=")/).slice(1);

// Adds the messages of a list, or of a waiting list's text, to the index.
const read = (part, place) => {
  const { inSight, category } = listSections[place];
  const alike = part.closest('[data-alike]');
  if (part.tagName !== 'NOSCRIPT') {
    emptyList ||= part.cloneNode(false);
    for (const cell of $$('[data-key]', part)) {
      const i = add(cell.outerHTML, category, place, alike);
      cells.set(i, cell);
      inSight.push(i);
    }
    return;
  }
  for (const source of part.messages || messagesIn(part.textContent)) inSight.push(add(source, category, place, alike));
  // The index has the text.
  part.remove();
};

const decorate = (cell, i) => {
  for (const decorator of listDecorators) decorator(cell, i);
};

// The cell of a message. A waiting one is created each time its list is filled.
const cellFor = (i) => {
  const live = cells.get(i);
  if (live) return live;
  const cell = parsed(htmlOf(i));
  decorate(cell, i);
  return cell;
};

export const headerOf = (section) => $('[data-header]', section) || section.firstElementChild;

const slots = new Map();
const fill = (element) => {
  if (element.firstChild) return;
  element.style.blockSize = '';
  element.append(...slots.get(element).map(cellFor));
};

// Keeps a list that a reader uses: with the focus, an open disclosure or the viewed message.
const empty = (element) => {
  if (!element.firstChild || $(':focus, details[open], [data-seen]', element)) return;
  element.style.blockSize = element.offsetHeight + 'px';
  element.replaceChildren();
};

const watcher = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => slots.has(target) && (isIntersecting ? fill : empty)(target)),
  // `scrollMargin` is for lists that scroll in a sheet.
  { rootMargin: '1200px 0px', scrollMargin: '1200px 0px' },
);

// Printing needs all messages.
on(window, 'beforeprint', () => slots.forEach((_, part) => fill(part)));

// Only sections of categories have groups of similar messages.
const alikeOf = (i) => listGroups === listSections && list.alike[i];

const paint = (section, items) => {
  const { element, header } = section;
  const before = $$('[data-rows]', element);
  const blocks = new Set();
  section.inSight = items;
  element.hidden = !items.length;
  for (let start = 0, end; start < items.length; start = end) {
    const alike = alikeOf(items[start]);
    for (end = start + 1; end < items.length && end - start < 100 && alikeOf(items[end]) === alike; ) end++;
    const its = items.slice(start, end);
    const part = emptyList.cloneNode(false);
    part.dataset.rows = String(its.length).padStart(2, 0);
    if (alike) alike.append(part);
    blocks.add(alike || part);
    slots.set(part, its);
    if (its.every((i) => cells.has(i))) {
      fill(part);
    } else {
      part.style.blockSize = `calc(${its.length} * var(--row))`;
      watcher.observe(part);
    }
  }
  for (const old of before) {
    slots.delete(old);
    old.remove();
  }
  header.after(...blocks);
};

// Moves similar messages behind the first one.
const together = (items) => {
  const blocks = new Set();
  const members = new Map();
  for (const i of items) {
    const alike = alikeOf(i);
    blocks.add(alike || i);
    if (!alike) continue;
    if (!members.has(alike)) members.set(alike, []);
    members.get(alike).push(i);
  }
  return [...blocks].flatMap((block) => members.get(block) || block);
};

// Calls `act` for each message, in slices; returns false if it became stale.
export const eachMessage = async (act, isStale) => {
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

// The messages that pass the filters: a list for each current section, then one for those above.
export const choose = async (filters, isStale) => {
  const all = [...filters.values()];
  const chosen = [...listGroups, above].map(() => []);
  const passed = new Uint8Array(messageCount);
  for (const passes of all) passes.begin?.();
  if (!await eachMessage((i) => (passed[i] = all.every((passes) => passes(i))), isStale)) return;
  for (const i of listOrder || passed.keys()) if (passed[i]) chosen[above[i] ? listGroups.length : places[i]].push(i);
  return chosen;
};

// Changes the sections, and the section of each message; `arrange` adds their elements.
export const groupBy = (sections, column) => {
  if (sections === listGroups) return;
  for (const section of listGroups) {
    paint(section, []);
    if (listGroups !== listSections) section.element.remove();
  }
  listGroups = sections;
  places = column;
};

// Chooses and orders the messages again. A later call replaces an earlier one that still runs.
let turn = 0;
export const refreshList = async () => {
  const mine = ++turn;
  const slice = slices();
  const isStale = () => mine !== turn;
  const chosen = await choose(listFilters, isStale);
  if (!chosen) return;
  for (const [place, section] of listGroups.entries()) {
    const items = listOrder ? together(chosen[place]) : chosen[place];
    if (slice.isOver()) await slice.next();
    if (isStale()) return;
    const { inSight } = section;
    if (items.length !== inSight.length || items.some((i, at) => i !== inSight[at])) paint(section, items);
  }
  const standing = new Set(chosen.at(-1));
  above.forEach((element, i) => (element.hidden = !standing.has(i)));
  shownCount = chosen.flat().length;
  for (const listener of listListeners) listener();
};

// Removes a cell without creating its neighbours again, except the last cell of a section.
export const dropCell = (cell, i) => {
  const section = listGroups[places[i]];
  const part = cell.closest('[data-rows]');
  const others = (items) => items.filter((other) => other !== i);
  if (section.inSight.length < 2) return;
  section.inSight = others(section.inSight);
  if (slots.has(part)) slots.set(part, others(slots.get(part)));
  cell.remove();
};

// Scrolls to a message and returns its cell; null if it is not shown.
export const revealMessage = (i, block = 'center') => {
  for (const [part, items] of slots) if (items.includes(i)) fill(part);
  const cell = $('#m' + messageIds[i]);
  // Opens all disclosures around it.
  for (let at = cell; (at = at?.parentElement.closest('details')); ) at.open = true;
  cell?.scrollIntoView({ block });
  return cell;
};

// Resolves when the index is complete and its cells are decorated. Without waiting messages, the
// index is complete at once.
export const listReady = (async () => {
  // A template with another structure stays unchanged, without these functions.
  const isForeign = $('#messages:not(:has([data-rows])), [data-filed]:not(:has([data-rows], noscript)), [data-rows] > :not([data-key][id])');
  listSections = (isForeign ? [] : $$('#messages > [data-component="section"]')).map((element) => {
    const header = headerOf(element);
    return { element, header, category: element.dataset.position - 1, title: ($('[data-title]', header) || header).textContent, inSight: [] };
  });
  groupBy(listSections, list.section);
  if (unpacked) await unpacked;
  const slice = slices();
  for (const [place, section] of listSections.entries()) {
    section.first = messageCount;
    for (const part of $$('[data-rows], noscript', section.element)) {
      read(part, place);
      if (slice.isOver()) await slice.next();
    }
    section.end = messageCount;
    if (!cells.has(messageCount - 1)) paint(section, section.inSight);
  }
  release();
  shownCount = messageCount;
  // After the whole script has run, all decorators are registered.
  await Promise.resolve();
  cells.forEach(decorate);
})();
