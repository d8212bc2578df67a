// What can be filtered by: the groups of the form in components/form.page, of which only what occurs is offered. Values
// of one group widen the choice, groups narrow it (F2).

import { $, $$, el, number } from './base.js';
import { above, CHANGES, htmlOf, list, listSections, messageIds, URGENCIES } from './list.js';
import { folded, nothing, query } from './state.js';
import { glob } from './glob.js';
import { partOf } from './source.js';
import { isHit, needlesOf, plain, plainOf } from './search.js';

// The form, its buttons, what moves a criterion, and the tools above the messages and above the timeline.
export const [form, resetter, canceler, applier, movers, tools, entryTools] = $('#sort-and-filter').content.children;
// Of such tools the search, the filters, and what says how many were found.
export const toolsIn = (place) => $$('[role="search"], [role="group"], [data-found]', place);
export const groups = {};
for (const group of $$('fieldset', form)) groups[group.dataset.key] = group;
export const labelOf = (key) => $('legend', groups[key]).textContent;
export const boxesOf = (key) => $$('input', groups[key]);
export const box = (row) => $('input', row);
export const nameOf = (row) => $('bdi', row).textContent;
// The word for each urgency, whether it occurs or not.
const urgencyBoxes = groups.urgency ? boxesOf('urgency') : [];
export const urgencyNames = Object.fromEntries(urgencyBoxes.map(({ value, parentNode }) => [value, nameOf(parentNode)]));

// By the group's key: a code for each of its values, and which of them each message, or each entry, has.
const valuesOf = {};

const dropGroup = (key) => {
  groups[key]?.remove();
  delete groups[key];
};

// Drops the values that neither occur nor are asked for, and of what is asked for what is not known.
// Categories are asked for by title, whatever the case. Where one value is left there is nothing to choose (F6).
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

const categoryNames = boxesOf('category').map(({ parentNode }) => nameOf(parentNode));
const kindOf = (i) => above[i]?.dataset.kind || (above[i] ? 'alert' : 'message');
export const offerMessages = () => {
  const boxes = boxesOf('category');
  // Two categories with one title are told apart by their places.
  const seen = new Set();
  const twins = new Set();
  for (const { value } of boxes) (seen.has(value) ? twins : seen).add(value);
  const titles = boxes.map(({ value }, place) => (twins.has(value) ? value + '~' + (place + 1) : value));
  boxes.forEach((input, place) => (input.value = titles[place]));
  offer('category', list.section.map((place) => titles[place]));
  offer('urgency', list.urgency.map((code) => URGENCIES[code]));
  offer('kind', messageIds.map((_, i) => kindOf(i)));
  offer('change', list.change.map((code) => CHANGES[code]));
  for (const key of ['file', 'owner']) {
    const first = partOf(htmlOf(0), key);
    if (messageIds.some((_, i) => partOf(htmlOf(i), key) !== first)) continue;
    if (!query[key]?.length) dropGroup(key);
    $(`[value="${key}"]`, grouper)?.remove();
  }
  // Where the sections are all there is, there is nothing to choose.
  if (!listSections[1] && !grouper[2]) dropGroup('group');
  if (![...grouper].some(({ value }) => value === query.group[0])) query.group = nothing.group;
};
// A form of one's own may do without.
export const grouper = form.elements.group || el('select');

// What a message says, kept as long as there is room for so many characters.
let room = 3e7;
export const keptWords = (i) => {
  if (plain[i]) return plain[i];
  const said = plainOf(htmlOf(i)) + '\n' + folded(categoryNames[list.section[i]]);
  if ((room -= said.length) > 0) plain[i] = said;
  return said;
};

// A function that says whether a message or an entry passes what is `wanted` of some groups – lists of values, as in query –
// and what else is asked of it. Meanwhile it counts how many would be shown if a group alone were not asked for.
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

// Says what was counted at each value in the form, or in the bar.
export const sayCounts = ({ parts = [] }, place) => {
  for (const { key, codes, counts } of parts) {
    for (const { value, parentNode } of $$(`[name="${key}"]`, place)) {
      const count = counts[codes.get(value)] || 0;
      $('[data-count]', parentNode).textContent = number(count);
      parentNode.toggleAttribute('data-none', !count);
    }
  }
};
