// The filters: the groups of components/form.page. Only values that occur are offered. Values of
// one group are combined with "or", groups with "and".

import { $, $$, el, number } from './base.js';
import { above, CHANGES, htmlOf, list, listSections, messageIds, URGENCIES } from './list.js';
import { folded, nothing, query } from './state.js';
import { glob } from './glob.js';
import { partOf } from './source.js';
import { isHit, needlesOf, plain, plainOf } from './search.js';

// The form, its buttons, the tools to move a criterion, and the tools above messages and timeline.
export const [form, resetter, canceler, applier, movers, tools, entryTools] = $('#sort-and-filter').content.children;
// The parts of such tools: search, filters, and the number of results.
export const toolsIn = (place) => $$('[role="search"], [role="group"], [data-found]', place);
export const groups = {};
for (const group of $$('fieldset', form)) groups[group.dataset.key] = group;
export const labelOf = (key) => $('legend', groups[key]).textContent;
export const boxesOf = (key) => $$('input', groups[key]);
export const box = (row) => $('input', row);
export const nameOf = (row) => $('bdi', row).textContent;
// The words for all urgencies, including those that don't occur.
const urgencyBoxes = groups.urgency ? boxesOf('urgency') : [];
export const urgencyNames = Object.fromEntries(urgencyBoxes.map(({ value, parentNode }) => [value, nameOf(parentNode)]));

// By group: a code for each value, and the code of each message or entry.
const valuesOf = {};

const dropGroup = (key) => {
  groups[key]?.remove();
  delete groups[key];
};

// Drops values that neither occur nor are requested, and unknown requested values. Categories are
// requested by title, ignoring case. A group with only one value is dropped.
export const offer = (key, values) => {
  const group = groups[key];
  const codes = new Map();
  const column = Uint16Array.from(values, (value) => {
    if (!codes.has(value)) codes.set(value, codes.size);
    return codes.get(value);
  });
  const wanted = query[key].map(folded);
  valuesOf[key] = { codes, column };
  query[key] = [];
  if (!group) return;
  for (const { value, parentNode } of boxesOf(key)) {
    const isWanted = wanted.includes(folded(value)) || wanted.includes(folded(nameOf(parentNode)));
    if (isWanted) query[key].push(value);
    else if (!codes.has(value)) parentNode.remove();
  }
  if (boxesOf(key)[1]) return;
  query[key] = [];
  dropGroup(key);
};

export const categoryNames = boxesOf('category').map(({ parentNode }) => nameOf(parentNode));
const kindOf = (i) => above[i]?.dataset.kind || (above[i] ? 'alert' : 'message');
export const offerMessages = () => {
  const boxes = boxesOf('category');
  // Two categories with the same title are distinguished by their positions.
  const seen = new Set();
  const twins = new Set();
  for (const { value } of boxes) (seen.has(value) ? twins : seen).add(value);
  const titles = boxes.map(({ value }, place) => (twins.has(value) ? value + '~' + (place + 1) : value));
  boxes.forEach((input, place) => (input.value = titles[place]));
  offer('category', list.category.map((place) => titles[place]));
  offer('urgency', list.urgency.map((code) => URGENCIES[code]));
  offer('kind', messageIds.map((_, i) => kindOf(i)));
  offer('change', list.change.map((code) => CHANGES[code]));
  for (const key of ['file', 'owner']) {
    const first = partOf(htmlOf(0), key);
    if (messageIds.some((_, i) => partOf(htmlOf(i), key) !== first)) continue;
    if (!query[key]?.length) dropGroup(key);
    $(`[value="${key}"]`, grouper)?.remove();
  }
  // If sections are the only grouping, there is no choice.
  if (!listSections[1] && !grouper[2]) dropGroup('group');
  if (![...grouper].some(({ value }) => value === query.group[0])) query.group = nothing.group;
};
// A template's own form may lack it.
export const grouper = form.elements.group || el('select');

// The searchable words of a message, cached up to this number of characters.
let room = 3e7;
export const keptWords = (i) => {
  if (plain[i]) return plain[i];
  const said = htmlOf(i, plainOf) + '\n' + folded(categoryNames[list.category[i]]);
  if ((room -= said.length) > 0) plain[i] = said;
  return said;
};

// Returns a function that tests a message or entry against `wanted`, lists of values by group, and
// `others`. It also counts, for each group, the results without that group's condition.
export const passing = (wanted, keys, others) => {
  const parts = keys.filter((key) => groups[key]).map((key) => (
    { key, ...valuesOf[key], wants: wanted[key].map((value) => valuesOf[key].codes.get(value)) }));
  const passes = (i) => {
    let missed;
    for (const part of parts) {
      if (!part.wants.length || part.wants.includes(part.column[i])) continue;
      if (missed) return false;
      missed = part;
    }
    if (!others(i)) return false;
    for (const part of missed ? [missed] : parts) part.counts[part.column[i]]++;
    return !missed;
  };
  passes.parts = parts;
  passes.begin = () => parts.forEach((part) => (part.counts = new Uint32Array(part.codes.size)));
  return passes;
};
export const passingMessages = (wanted) => {
  const globs = wanted.file.map(glob);
  const search = needlesOf(wanted.text);
  return passing(wanted, ['category', 'urgency', 'kind', 'change'], (i) =>
    (!globs.length || globs.some((matches) => matches(partOf(htmlOf(i), 'file')))) && isHit(search, () => keptWords(i)));
};

// Shows the counts at the values in the form or the bar.
export const sayCounts = ({ parts = [] }, place) => {
  for (const { key, codes, counts } of parts) {
    for (const { value, parentNode } of $$(`[name="${key}"]`, place)) {
      const count = counts[codes.get(value)] || 0;
      $('[data-count]', parentNode).textContent = number(count);
      parentNode.toggleAttribute('data-none', !count);
    }
  }
};
