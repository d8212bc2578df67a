// The filter feedback bar (F1 to F4, F6): what is in force, and the fast filters that are not. What the category filter
// above says already is not said again.

import { $, el, icon, say, words } from './base.js';
import { listHome } from './list.js';
import { FILTERS, isUsual, query } from './state.js';
import { box, boxesOf, groups, labelOf, nameOf, radios } from './filter.js';
import { sortOf } from './order.js';
import { openForm, rowOf } from './form.js';

const MANY = 8;
const LONG = 28;
const withCount = (title, count) => (count ? say('titleWithCount', { title, count }) : title);
const withLabel = (label, value) => say('labelWithValue', { label, value });

// A fast filter is a checkbox of the form once more. Its value is clear alone (F4).
export const fastChips = (key) => boxesOf(key).map(({ value, parentNode }) => {
  const chip = parentNode.cloneNode(true);
  const input = box(chip);
  const others = query[key].filter((other) => other !== value);
  chip.className = 'chip';
  chip.dataset.chip = key + value;
  input.checked = query[key].includes(value);
  input.onchange = () => query.set({ [key]: input.checked ? [...others, value] : others });
  input.after(icon('check'));
  return chip;
});

// Others are buttons. Without something to do they open a view to choose in; the one without a key opens the whole form.
const buttonChip = (key, text, onclick) => el('button', {
  type: 'button',
  class: 'chip',
  'data-chip': key,
  'aria-haspopup': !onclick && 'dialog',
  'aria-pressed': onclick && 'true',
  onclick: onclick || (({ currentTarget }) => openForm(currentTarget, key)),
}, icon('check'), el('bdi', {}, text));

// A filter that is no fast one: its value, which goes when it is chosen, or how many, with a view to choose in.
const slowChip = (key) => {
  const [first, second] = query[key];
  if (second) return buttonChip(key, withCount(labelOf(key), query[key].length));
  const value = key === 'file' ? first : nameOf(boxesOf(key).find((input) => input.value === first).parentNode);
  return buttonChip(key, key === 'file' ? withLabel(labelOf(key), value) : value, () => query.set({ [key]: [] }));
};

// Newest First says what is sorted by; A to Z does not.
const sortChip = () => {
  const [[key, direction], second] = sortOf(query.sort);
  const row = rowOf(key);
  const text = $('[data-turn]', row).children[+(direction === 'desc')].textContent;
  const criteria = /time|change/.test(key) ? text : withLabel(nameOf(row), text);
  return buttonChip('sort', second ? withCount(words.sortBy, query.sort.length) : say('sortChip', { criteria }));
};

const counterChip = () => {
  const count = Object.keys(groups).flatMap((key) => (key === 'sort' ? [] : query[key])).length;
  return buttonChip('', withCount(words.sortAndFilter, count));
};

export const chipsNow = () => {
  const { fast, counter } = listHome.dataset;
  const said = radios.length && 'category';
  const active = [];
  const others = [];
  for (const key of FILTERS) {
    if (!groups[key]) continue;
    if (key !== said && fast.includes(key)) for (const chip of fastChips(key)) (box(chip).checked ? active : others).push(chip);
    else if (query[key][key === said ? 1 : 0]) active.push(slowChip(key));
  }
  const boxed = [...active, ...others].filter(box);
  if (boxed.length > MANY || boxed.some((chip) => chip.textContent.length > LONG)) return [counterChip()];
  if (!isUsual('sort')) active.unshift(sortChip());
  if (counter === '') active.unshift(counterChip());
  return [...active, ...others];
};

// The focus stays on a chip that moves; from one that goes it passes to its neighbour, at last to the field.
export const draw = (bar, chips, field) => {
  const old = [...bar.children];
  const place = old.findIndex((chip) => chip.matches(':focus-within'));
  bar.replaceChildren(...chips);
  if (place < 0) return;
  const next = chips.find((chip) => chip.dataset.chip === old[place].dataset.chip) || chips[place] || chips.at(-1) || field;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  (box(next) || next).focus({ preventScroll: true });
};
