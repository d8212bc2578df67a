// The filter feedback bar (F1 to F4, F6): what is in force, the fast filters and categories that are not, and what opens
// more.

import { $, $$, buttonMould, check, el, labeled, say, words } from './base.js';
import { listHome } from './list.js';
import { FILTERS, isUsual, query } from './state.js';
import { box, boxesOf, grouper, groups, labelOf, nameOf } from './filter.js';
import { sortOf } from './order.js';
import { openForm, rowOf } from './form.js';

const LEADING = ['changenew', 'urgencyerror'];
const FEW = 5;
const withCount = (title, count) => (count ? say('titleWithCount', { title, count }) : title);

// A fast filter is a checkbox of the form once more. Its value is clear alone (F4).
export const fastChips = (key) => boxesOf(key).map(({ value, parentNode }) => {
  const chip = parentNode.cloneNode(true);
  const input = box(chip);
  const others = query[key].filter((other) => other !== value);
  chip.className = 'chip';
  chip.dataset.chip = key + value;
  input.checked = query[key].includes(value);
  input.onchange = () => query.set({ [key]: input.checked ? [...others, value] : others });
  input.after(check.cloneNode(true));
  return chip;
});

// Others are buttons, in force or not. Without something to do they open a view to choose in; the one without a key opens
// the whole form.
const buttonChip = (key, text, isOn, onclick) => {
  const chip = buttonMould.cloneNode(true);
  chip.lastChild.textContent = text;
  chip.dataset.chip = key;
  if (isOn) chip.dataset.on = '';
  if (onclick) chip.ariaPressed = true;
  else chip.ariaHasPopup = 'dialog';
  chip.onclick = onclick || (() => openForm(chip, key));
  return chip;
};

// A filter that is no fast one: its value, which goes when it is chosen, or how many, with a view to choose in. Many
// categories are always chosen among there.
const slowChip = (key) => {
  const [first, second] = query[key];
  const row = boxesOf(key).find((input) => input.value === first)?.parentNode;
  const value = key === 'file' ? labeled(labelOf(key), first) : row && nameOf(row);
  if (second) return buttonChip(key, withCount(labelOf(key), query[key].length), true);
  if (key === 'category') return buttonChip(key, value || labelOf(key), value);
  return buttonChip(key, value, true, () => query.set({ [key]: [] }));
};

// Newest First says what is sorted by; A to Z does not.
const sortChip = () => {
  const [[key, direction], second] = sortOf(query.sort);
  const row = rowOf(key);
  const text = $('[data-turn]', row).children[+(direction === 'desc')].textContent;
  const criteria = /time|change/.test(key) ? text : labeled(nameOf(row), text);
  return buttonChip('sort', second ? withCount(words.sortBy, query.sort.length) : say('sortChip', { criteria }), true);
};

const counterChip = () => {
  const count = Object.keys(groups).flatMap((key) => (/sort|group/.test(key) ? [] : query[key])).length;
  return buttonChip('', withCount(words.sortAndFilter, count));
};

const groupChip = () => {
  const choice = grouper.cloneNode(true);
  [choice.value] = query.group;
  choice.onchange = () => query.set({ group: [choice.value] });
  const chip = el('label', { className: 'chip' }, el('span', {}, labelOf('group')), choice);
  chip.dataset.chip = 'group';
  if (!isUsual('group')) chip.dataset.on = '';
  return chip;
};

// What opens more; New and Errors first and always, so that they are where they were; then what is in force, what is not,
// and the categories.
export const chipsNow = () => {
  const { fast, counter } = listHome.dataset;
  const first = [];
  const active = [];
  const others = [];
  const categories = [];
  for (const key of FILTERS) {
    if (!groups[key]) continue;
    const isCategory = key === 'category';
    if (isCategory ? boxesOf(key).length <= FEW : fast.includes(key)) {
      for (const chip of fastChips(key)) {
        const place = LEADING.indexOf(chip.dataset.chip);
        if (place < 0) (box(chip).checked ? active : isCategory ? categories : others).push(chip);
        else first[place] = chip;
      }
    } else if (isCategory) {
      categories.push(slowChip(key));
    } else if (query[key].length) {
      active.push(slowChip(key));
    }
  }
  if (!isUsual('sort')) active.unshift(sortChip());
  const openers = el('span', { className: 'openers' });
  if (counter === '') openers.append(counterChip());
  if (groups.group) openers.append(groupChip());
  return [openers, first, active, others, categories].flat();
};

// A bar is a strip of chips, which stays where it is scrolled to, and what opens more. The focus stays on a chip that moves;
// from one that goes it passes to its neighbour, at last to the field.
export const draw = (bar, [openers, ...chips], field) => {
  const chipsIn = () => $$('[data-chip]', bar);
  const old = chipsIn();
  const place = old.findIndex((chip) => chip.matches(':focus-within'));
  bar.lastChild.replaceWith(openers);
  bar.firstChild.replaceChildren(...chips);
  if (place < 0) return;
  const now = chipsIn();
  const next = now.find((chip) => chip.dataset.chip === old[place].dataset.chip) || now[place] || now.at(-1) || field;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  ($('input, select', next) || next).focus({ preventScroll: true });
};
