// An index of all messages, and what of those in the sections stands in the document.
//
// Alerts and banners stand above the sections. They have the first numbers, and are counted, filtered and searched as
// the others are (M6).
//
// A very large page holds its first thousand messages as elements. The rest wait as text in <noscript>, a hundred
// each: a browser needs ten times as much memory for elements as for text. Each message has a number, its place in
// the page; all that is known of it is in columns by that number, and `htmlOf(i)` is its cell as the page came with.
// What is shown stands in lists of a hundred; lists with a waiting message in them are filled while they are near
// the window and emptied when they are far.
//
// Messages alike stand in a disclosure, in any order at the place of the first of them (M15). A closed one is not near
// the window, whatever it holds.

import { $, $$, on, parsed, release, slices } from './base.js';
import { attributeOf } from './source.js';

export const URGENCIES = ['error', 'warning', 'success', 'information', 'neutral'];
export const CHANGES = ['', 'new', 'worse', 'still', 'better', 'expired'];
const KEY = 'data-key="';

export const listHome = $('#messages');
export const above = $$('[data-category][data-key]');
// {element, header, title, first, end, inSight}: the messages from `first` up to `end`; `inSight` are those that are shown, in order.
export let listSections = [];
// The sections that stand, and the place in them of each message: those of the categories, unless it is grouped otherwise.
export let listGroups = [];
let places;
export let messageCount = 0;
export let shownCount = 0;
// Columns: the number in the element's id, the fingerprint; places in URGENCIES and CHANGES, the category's place, which
// is its section's where it has one; the disclosure of messages alike.
export const messageIds = [];
export const messageKeys = [];
export const list = { urgency: [], change: [], section: [], alike: [] };
// Functions that a message must pass, by what asks for them.
export const listFilters = new Map();
// All numbers in order; null is the order that the page came with.
let listOrder = null;
export const orderBy = (order) => (listOrder = order);
// Called with each cell that comes into the document and its number; and after all of them have been chosen again.
export const listDecorators = [];
export const listListeners = [];

// Of each message its cell as the page came with, and the cell itself where it does not wait.
const sources = [];
const cells = new Map();
// A list of messages as section.page writes it, without messages; new lists are copies of it.
let emptyList;

export const htmlOf = (i) => sources[i];

// Adds a message, an alert or a banner to the index; returns its number.
const add = (source, place, alike) => {
  sources.push(source);
  messageIds.push(parseInt(attributeOf(source, 'id')));
  messageKeys.push(parseInt(attributeOf(source, 'key'), 16));
  list.urgency.push(URGENCIES.indexOf(attributeOf(source, 'urgency')));
  list.change.push(CHANGES.indexOf((source.includes('data-change="') && attributeOf(source, 'change')) || ''));
  list.section.push(place);
  list.alike.push(alike);
  return messageCount++;
};
for (const element of above) add(element.outerHTML, element.dataset.category - 1);

// The places in the text of a list where a message begins: the tags with a fingerprint.
const messageStarts = (text) => {
  const found = [];
  for (let at = text.indexOf(KEY); at >= 0; at = text.indexOf(KEY, at + 1)) {
    const start = text.lastIndexOf('<', at);
    // Elsewhere it is among the words of a message.
    if (text.lastIndexOf('>', at) < start) found.push(start);
  }
  return found;
};

// Adds the messages of a list, or of the text of a list that waits, to the index.
const read = (part, place) => {
  const { inSight } = listSections[place];
  const alike = part.closest('[data-alike]');
  if (part.tagName !== 'NOSCRIPT') {
    emptyList ||= part.cloneNode(false);
    for (const cell of $$('[data-key]', part)) {
      const i = add(cell.outerHTML, place, alike);
      cells.set(i, cell);
      inSight.push(i);
    }
    return;
  }
  const text = part.textContent;
  const starts = messageStarts(text);
  emptyList ||= parsed(text.slice(0, starts[0]));
  starts.forEach((start, at) => inSight.push(add(text.slice(start, starts[at + 1]), place, alike)));
  // The index has the text now.
  part.remove();
};

const decorate = (cell, i) => {
  for (const decorator of listDecorators) decorator(cell, i);
};

// The cell of a message; one that waited is created each time it comes near.
const cellFor = (i) => {
  const live = cells.get(i);
  if (live) return live;
  const cell = parsed(sources[i]);
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

// A list with the focus, with an open disclosure or with the message that is shown in full stays: a reader is at work in it.
const empty = (element) => {
  if (!element.firstChild || $(':focus, details[open], [data-seen]', element)) return;
  element.style.blockSize = element.offsetHeight + 'px';
  element.replaceChildren();
};

const watcher = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => slots.has(target) && (isIntersecting ? fill : empty)(target)),
  // The second is for lists that scroll in a sheet.
  { rootMargin: '1200px 0px', scrollMargin: '1200px 0px' },
);

// Paper holds everything.
on(window, 'beforeprint', () => slots.forEach((_, part) => fill(part)));

// Messages alike are those of a category.
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

// Messages alike follow the first of them.
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

// Does something with each message, in the list's order and in slices; says whether it came to the end before it was stale.
export const eachMessage = async (act, isStale) => {
  const slice = slices();
  const order = listOrder;
  for (let at = 0; at < messageCount; at++) {
    act(order ? order[at] : at);
    if (slice.isOver()) {
      await slice.next();
      if (isStale?.()) return false;
    }
  }
  return true;
};

// The messages that pass the filters, in a list for each section that stands, and at last those above.
export const choose = async (filters, isStale) => {
  const all = [...filters.values()];
  const chosen = [...listGroups, above].map(() => []);
  for (const passes of all) passes.begin?.();
  const take = (i) => all.every((passes) => passes(i)) && chosen[above[i] ? listGroups.length : places[i]].push(i);
  return (await eachMessage(take, isStale)) && chosen;
};

// Other sections than those that stand, and the place in them of each message; their elements come with `arrange`.
export const groupBy = (sections, column) => {
  if (sections === listGroups) return;
  for (const section of listGroups) {
    paint(section, []);
    if (listGroups !== listSections) section.element.remove();
  }
  listGroups = sections;
  places = column;
};

// Chooses and orders the messages again. A later call replaces an earlier one that is still running.
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

// Takes a cell out of its list without creating its neighbours again. The last one of a section goes with it.
export const dropCell = (cell, i) => {
  const section = listGroups[places[i]];
  const part = cell.closest('[data-rows]');
  const others = (items) => items.filter((other) => other !== i);
  if (section.inSight.length < 2) return;
  section.inSight = others(section.inSight);
  if (slots.has(part)) slots.set(part, others(slots.get(part)));
  cell.remove();
};

// Brings a message into the document and into sight; null when it is not among those that are shown.
export const revealMessage = (i, block = 'center') => {
  for (const [part, items] of slots) if (items.includes(i)) fill(part);
  const cell = $('#m' + messageIds[i]);
  // Whatever it is folded in.
  for (let at = cell; (at = at?.parentElement.closest('details')); ) at.open = true;
  cell?.scrollIntoView({ block });
  return cell;
};

// Settled when the index is whole and its cells are decorated. Nothing waits on most pages, and then the index is whole
// at once.
export const listReady = (async () => {
  // What a template of one's own makes otherwise stays as it is, whole and without any of this.
  const isForeign = $('#messages:not(:has([data-rows])), [data-filed]:not(:has([data-rows], noscript)), [data-rows] > :not([data-key][id])');
  listSections = (isForeign ? [] : $$('#messages > [data-component="section"]')).map((element) => {
    const header = headerOf(element);
    return { element, header, title: ($('[data-title]', header) || header).textContent, inSight: [] };
  });
  groupBy(listSections, list.section);
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
  // When the whole script has run, all that decorates cells is known.
  await Promise.resolve();
  cells.forEach(decorate);
})();
