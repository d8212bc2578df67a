// What can be filtered by: the groups of the form in components/form.page, of which only what occurs is offered. Values
// of one group widen the choice, groups narrow it (F2).

import { $, $$, number } from './base.js';
import { above, CHANGES, htmlOf, list, listSections, messageCount, messageIds, URGENCIES } from './list.js';
import { folded, nothing, query } from './state.js';
import { glob } from './glob.js';
import { partOf } from './source.js';
import { isHit, needlesOf, plain, plainOf } from './search.js';

// The form, its buttons, what moves a criterion, and the tools above the messages and above the timeline.
export const [form, resetter, canceler, applier, movers, tools, entryTools] = $('#sort-and-filter').content.children;
// Of such tools the search, the filters, and what says how many were found.
export const toolsIn = (place) => ['[role="search"]', '[role="group"]', '[data-found]'].map((selector) => $(selector, place));
export const groups = {};
for (const group of $$('fieldset', form)) groups[group.dataset.key] = group;
export const labelOf = (key) => $('legend', groups[key]).textContent;
export const boxesOf = (key) => $$('input', groups[key]);
export const box = (row) => $('input', row);
export const nameOf = (row) => $('bdi', row).textContent;
// The word for each urgency, whether it occurs or not.
const urgencyBoxes = groups.urgency ? boxesOf('urgency') : [];
export const urgencyNames = Object.fromEntries(urgencyBoxes.map(({ value, parentNode }) => [value, nameOf(parentNode)]));

// What each message, or each entry, has of a group's values, by the group's key.
const valuesOf = {};

const dropGroup = (key) => {
  groups[key]?.remove();
  delete groups[key];
};

// Counts the values and drops those that neither occur nor are asked for, and of what is asked for what is not known.
// Categories are asked for by title, whatever the case. Where one value is left there is nothing to choose (F6).
export const offer = (key, values) => {
  const group = groups[key];
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  const wanted = query[key].map(folded);
  valuesOf[key] = values;
  query[key] = [];
  if (!group) return;
  for (const { value, parentNode } of boxesOf(key)) {
    const count = counts.get(value) || 0;
    const isWanted = wanted.includes(folded(value)) || wanted.includes(folded(nameOf(parentNode)));
    if (isWanted) query[key].push(value);
    else if (!count) parentNode.remove();
    $('[data-count]', parentNode).textContent = number(count);
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
  const file = partOf(htmlOf(0), 'file');
  if (!query.file.length && messageIds.every((_, i) => partOf(htmlOf(i), 'file') === file)) dropGroup('file');
  offerGroups();
};

// What of the list can be grouped by; where the sections are all there is, nothing.
export const grouper = form.elements.group;
const offerGroups = () => {
  const drop = (value) => $(`[value="${value}"]`, grouper).remove();
  if (!groups.file) drop('file');
  if (!messageIds.some((_, i) => htmlOf(i).includes('data-owner'))) drop('owner');
  if (!listSections[1] && !grouper[2]) dropGroup('group');
  else if ([...grouper].some(({ value }) => value === query.group[0])) return;
  query.group = nothing.group;
};

// What is not among the values of messages or entries narrows nothing here.
export const isAmong = (keys, wanted, at) =>
  keys.every((key) => !valuesOf[key] || !wanted[key].length || wanted[key].includes(valuesOf[key][at]));
// What a message says, kept where there is room for it.
const wordsIn = (i) => plainOf(htmlOf(i)) + '\n' + folded(categoryNames[list.section[i]]);
const keptWords = (i) => (messageCount > 2e4 ? wordsIn(i) : (plain[i] ??= wordsIn(i)));

// A function that says whether a message passes what is `wanted`: lists of values, as in query. Meanwhile it counts, by
// group and value, how many would be shown if that group alone were not asked for: `counts`, a map for each.
const COUNTED = ['category', 'urgency', 'kind', 'change'];
export const passing = (wanted) => {
  const globs = wanted.file.map(glob);
  const search = needlesOf(wanted.text);
  const keys = COUNTED.filter((key) => groups[key]);
  const passes = (i) => {
    // The one group that it does not pass.
    let missed;
    for (const key of keys) {
      if (!wanted[key].length || wanted[key].includes(valuesOf[key][i])) continue;
      if (missed) return false;
      missed = key;
    }
    if (globs.length && !globs.some((matches) => matches(partOf(htmlOf(i), 'file'))) || !isHit(search, () => keptWords(i))) return false;
    for (const key of missed ? [missed] : keys) {
      const value = valuesOf[key][i];
      passes.counts[key].set(value, (passes.counts[key].get(value) || 0) + 1);
    }
    return !missed;
  };
  passes.begin = () => (passes.counts = Object.fromEntries(keys.map((key) => [key, new Map()])));
  return passes;
};

// Says what was counted at each value in the form, or in the bar.
export const sayCounts = ({ counts = {} }, place) => {
  for (const { name, value, parentNode } of $$('[type="checkbox"]', place)) {
    if (!counts[name]) continue;
    const count = counts[name].get(value) || 0;
    $('[data-count]', parentNode).textContent = number(count);
    parentNode.toggleAttribute('data-none', !count);
  }
};
