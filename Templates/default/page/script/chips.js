// The filter bar (see "The filter bar"): active filters, fast filters, categories, and buttons for
// more.

import { $, $$, buttonMould, check, cross, el, labeled, ledge, number, say, words } from './base.js';
import { listHome } from './list.js';
import { FILTERS, isUsual, nothing, query } from './state.js';
import { box, boxesOf, grouper, groups, labelOf, nameOf, resetter } from './filter.js';
import { sortOf } from './order.js';
import { openForm, rowOf } from './form.js';

const LEADING = ['changenew', 'urgencyerror'];
const FEW = 5;
const withCount = (title, count) => say('titleWithCount', { title, count });

// A fast filter repeats a checkbox of the form. Its value needs no label.
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

// Other chips are buttons. A chip without an action opens a view of its group; the chip without a
// key opens the whole form.
const buttonChip = (key, text, isOn, onclick) => {
  const chip = buttonMould.cloneNode(true);
  chip.lastChild.textContent = text;
  chip.dataset.chip = key;
  if (isOn) chip.dataset.on = '';
  if (onclick) chip.ariaPressed = isOn;
  else chip.ariaHasPopup = 'dialog';
  chip.onclick = onclick || (() => openForm(chip, key));
  return chip;
};

// A chip with choices, and a button that ends its filter.
const choiceChip = (key, text, isOn) => {
  const chip = buttonChip(key, text, isOn);
  if (!isOn) return chip;
  const ender = el('button', {
    className: 'chip',
    ariaLabel: labeled(resetter.textContent, labelOf(key)),
    onclick: () => query.set({ [key]: nothing[key] }),
  }, cross.cloneNode(true));
  ender.dataset.chip = key + '-';
  return el('span', { className: 'pair' }, chip, ender);
};

// A single value, which a click removes, or the number of values, with a view to choose in. Many
// categories always open that view.
const slowChip = (key, opens) => {
  const [first, second] = query[key];
  const row = boxesOf(key).find((input) => input.value === first)?.parentNode;
  const value = key === 'file' ? labeled(labelOf(key), first) : row && nameOf(row);
  if (second || opens) return choiceChip(key, second ? withCount(labelOf(key), query[key].length) : value || labelOf(key), first);
  return buttonChip(key, value, true, () => query.set({ [key]: [] }));
};

// "Newest first" is clear without the criterion; "A to Z" is not.
const sortChip = () => {
  const [[key, direction], second] = sortOf(query.sort);
  const row = rowOf(key);
  const text = $('[data-turn]', row).children[+(direction === 'desc')].textContent;
  const criteria = /time|change/.test(key) ? text : labeled(nameOf(row), text);
  return choiceChip('sort', second ? withCount(words.sortBy, query.sort.length) : say('sortChip', { criteria }), true);
};

const counterChip = () => {
  const count = Object.keys(groups).flatMap((key) => (/sort|group/.test(key) ? [] : query[key])).length;
  const chip = buttonChip('', words.filters);
  chip.firstChild.replaceWith($('.i', ledge).cloneNode(true));
  if (count) chip.append(el('span', { className: 'n' }, number(count)));
  return chip;
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

// The order of the bar: the counter; the sort, active filters, and then inactive fast ones: New and
// Error, others, categories; the choice of groups.
export const chipsNow = () => {
  const { fast, counter } = listHome.dataset;
  const first = [];
  const active = [];
  const others = [];
  const categories = [];
  for (const key of FILTERS) {
    if (!groups[key]) continue;
    const isFast = fast.includes(key);
    const isCategory = key === 'category';
    const isMany = isCategory && boxesOf(key)[FEW];
    if (isFast && !isMany) {
      if (isCategory && query[key][0]) categories.push(buttonChip('all', words.all, false, () => query.set({ [key]: [] })));
      for (const chip of fastChips(key)) {
        const place = LEADING.indexOf(chip.dataset.chip);
        if (box(chip).checked) active.push(chip);
        else if (place < 0) (isCategory ? categories : others).push(chip);
        else first[place] = chip;
      }
    } else if (query[key][0]) {
      active.push(slowChip(key, isMany));
    } else if (isFast) {
      categories.push(slowChip(key, true));
    }
  }
  if (!isUsual('sort')) active.unshift(sortChip());
  return [counter === '' ? counterChip() : '', groups.group ? groupChip() : '', active, first, others, categories].flat();
};

// Draws the bar: a strip of chips, which keeps its scroll position, between the form's button
// and the choice of groups. The focus follows a chip that moves. From a removed chip it goes to the neighbour, or else to the field.
export const draw = (bar, [front, end, ...chips], field) => {
  const chipsIn = () => $$('[data-chip]', bar);
  const old = chipsIn();
  const place = old.findIndex((chip) => chip.matches(':focus-within'));
  bar.firstChild.replaceWith(front);
  bar.lastChild.replaceWith(end);
  $('.strip', bar).replaceChildren(...chips);
  if (place < 0) return;
  const now = chipsIn();
  const next = now.find((chip) => chip.dataset.chip === old[place].dataset.chip) || now[place] || now.at(-1) || field;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  ($('input, select', next) || next).focus({ preventScroll: true });
};
