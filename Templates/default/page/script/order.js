// Sorts by several criteria like `--sort`: stable, missing values last in both directions, texts by
// case-folded Unicode scalars with runs of digits by value.

import { $, $$ } from './base.js';
import { eachMessage, htmlOf, list, listGroups, listHome, messageIds, URGENCIES } from './list.js';
import { folded, isUsual, joined, query } from './state.js';
import { partOf } from './source.js';
import { categoryNames, urgencyNames } from './filter.js';

// A sort key for a text. It is lower-cased after upper-casing, which equates ẞ and ss but not ı and
// i. A number becomes 0, its number of digits and its digits; surrogate pairs come last.
const orderKey = (text) =>
  text
    .replace(/[^\u0131]+/g, (part) => folded(folded(part).toUpperCase()))
    .replace(/0*(\d+)/g, (_, digits) => '0' + String.fromCharCode(digits.length) + digits)
    .replace(/[\ud800-\udbff]/g, '\uffff$&');

// The report's time zone, in which dates without a time begin.
const offset = $('#as-of')?.dateTime.slice(-6);

// Messages without a category have the word of their urgency as its title. These are last in both
// directions.
const titleKeyOf = (i) => {
  const title = categoryNames[list.category[i]];
  return title === urgencyNames[URGENCIES[list.urgency[i]]] ? null : orderKey(title);
};

// The compared value of a message; null if it is missing.
const comparable = (key, i) => {
  if (key === 'urgency') return -list.urgency[i];
  if (key === 'change') return list.change[i] || null;
  if (key === 'category') return titleKeyOf(i);
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

// Returns a function that compares two messages by the current criteria.
const comparing = async () => {
  const steps = [];
  for (const [key, direction] of sortOf(query.sort)) steps.push([direction, await (columns[key] ||= makeColumn(key))]);
  return (a, b) => {
    let order = 0;
    steps.some(([direction, column]) => (order = compareIn(direction, column[a], column[b])));
    return order;
  };
};
// The comparison, and all messages sorted by it, so that filters need not sort again. Both are
// undefined for the original order by category. Equal messages keep the order of the dataset.
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

// Sorts sections by their first shown message, or in the usual order by their filed position. The
// news stay first.
const USUAL = /^urgency:desc,(change:asc,)?time:desc$/;
export const arrange = ({ compare }) => {
  const filed = ({ element }) => element.dataset.filed;
  const isRest = ({ element }) => !element.matches('.fresh');
  const follows = (!USUAL.test(joined(query.sort)) || !isUsual('group')) && compare;
  const order = listGroups.filter(({ inSight }) => inSight.length);
  if (compare) order.sort((a, b) => isRest(a) - isRest(b) || follows && follows(a.inSight[0], b.inSight[0]) || filed(a) - filed(b));
  const elements = order.map(({ element }) => element);
  const wanted = new Set(elements);
  const sections = $$(':scope > [data-component="section"]', listHome);
  const standing = sections.filter((element) => wanted.has(element));
  if (elements.some((element, place) => element !== standing[place])) sections[0].previousElementSibling.after(...elements);
};
