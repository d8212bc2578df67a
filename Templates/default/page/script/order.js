// Sorting by several criteria (O4), in the same order as the command line's --sort: stable, what is missing last in
// either direction, texts by case-folded Unicode scalars with runs of digits by their value.

import { $, $$ } from './base.js';
import { eachMessage, htmlOf, list, listGroups, listHome, listSections, messageIds, URGENCIES } from './list.js';
import { folded, isUsual, joined, query } from './state.js';
import { partOf } from './source.js';
import { urgencyNames } from './filter.js';

// A text's place in the order as a string to compare. Lower case by way of upper case, so that ẞ and ss fall together,
// but not ı and i; a number is a 0, how many digits it has, and those; what is written with surrogates stands last.
const orderKey = (text) =>
  text
    .replace(/[^\u0131]+/g, (part) => folded(folded(part).toUpperCase()))
    .replace(/0*(\d+)/g, (_, digits) => '0' + String.fromCharCode(digits.length) + digits)
    .replace(/[\ud800-\udbff]/g, '\uffff$&');

// A date without a time begins its day where the report speaks from.
const offset = $('#as-of')?.dateTime.slice(-6);

// Messages without a category stand in sections that are called by their urgency; those are last in either direction.
const titleKeyOf = (section) => {
  if (!('key' in section)) {
    const urgency = URGENCIES[list.urgency[section.first]];
    section.key = section.title === urgencyNames[urgency] ? null : orderKey(section.title);
  }
  return section.key;
};

// What of a message is compared; null where it is missing.
const comparable = (key, i) => {
  if (key === 'urgency') return -list.urgency[i];
  if (key === 'change') return list.change[i] || null;
  if (key === 'category') return titleKeyOf(listSections[list.section[i]]);
  const text = partOf(htmlOf(i), key);
  if (!text) return null;
  return key === 'time' ? Date.parse(text[10] ? text : text + 'T00:00' + offset) : orderKey(text);
};
const makeColumn = async (key) => {
  const column = [];
  await eachMessage((i) => (column[i] = comparable(key, i)));
  return column;
};
const columns = {};

const compareIn = (direction, x, y) => (x === null) - (y === null) || ((x > y) - (x < y)) * (direction === 'desc' ? -1 : 1);
// [[key, direction]]
export const sortOf = (sort) => sort.map((part) => part.split(':'));

// How two messages compare by what is sorted by.
const comparing = async () => {
  const steps = [];
  for (const [key, direction] of sortOf(query.sort)) steps.push([direction, await (columns[key] ||= makeColumn(key))]);
  return (a, b) => {
    let order = 0;
    steps.some(([direction, column]) => (order = compareIn(direction, column[a], column[b])));
    return order;
  };
};
// What the list is sorted by: how two messages compare, and all of them in order, so that a filter need not sort again. Of
// the order that the page came in neither, but in groups: there it is about all messages. Equal ones stand as the dataset
// has them.
let latest = {};
export const ordering = async () => {
  if (isUsual('sort') && isUsual('group')) return {};
  const key = joined(query.sort);
  if (latest.key !== key) {
    const compare = await comparing();
    latest = { key, compare, order: [...messageIds.keys()].sort((a, b) => compare(a, b) || messageIds[a] - messageIds[b]) };
  }
  return latest;
};

// Sections follow by the first of their messages that are shown; in the usual order categories stand as they are filed.
const USUAL = /^urgency:desc,(change:asc,)?time:desc$/;
export const arrange = ({ compare }) => {
  const filed = ({ element }) => element.dataset.filed;
  const follows = (!USUAL.test(joined(query.sort)) || !isUsual('group')) && compare;
  const order = listGroups.filter(({ inSight }) => inSight.length);
  if (compare) order.sort((a, b) => follows && follows(a.inSight[0], b.inSight[0]) || filed(a) - filed(b));
  const elements = order.map(({ element }) => element);
  const wanted = new Set(elements);
  const sections = $$(':scope > [data-component="section"]', listHome);
  const standing = sections.filter((element) => wanted.has(element));
  if (elements.some((element, place) => element !== standing[place])) sections[0].previousElementSibling.after(...elements);
};
