// Keys: move between cells, open details, clear, search, go to now, list the keys. No key acts in a
// field, in a dialog or with a modifier, and a switch disables all of them.

import { $, $$, CELL, isPlain, isTyping, looks, on, store } from './base.js';
import { present } from './dialogs.js';
import { jumpToNow } from './timeline.js';
import { cellOf, focusCell, isShown } from './links.js';

// The line of a group of similar messages is a stop, too.
const ALIKE = '[data-alike] > summary';
const STOP = `${CELL}, ${ALIKE}`;

// On a very large page, lists near the window are filled before the focus reaches them.
const stepBy = (way) => {
  const cells = $$(STOP).filter(isShown);
  const here = cells.indexOf(document.activeElement.closest(STOP));
  // Without a focused cell: the first visible cell, or the one before it.
  const inSight = cells.findIndex((cell) => cell.getBoundingClientRect().top > 96);
  const cell = cells[here < 0 ? inSight - (way < 0) : here + way];
  if (!cell) return;
  focusCell(cell);
  cell.scrollIntoView({ block: 'nearest' });
};

const pressIn = (...selectors) => {
  const cell = cellOf(document.activeElement);
  if (document.activeElement.matches(ALIKE)) document.activeElement.click();
  if (cell) selectors.map((selector) => $(selector, cell)).find(Boolean)?.click();
};

// The list of keys is in components/keys.page.
const [keysList, help] = $('#keys').content.children;
const usesKeys = $('input', keysList);
usesKeys.checked = store.get('keys') !== false;
usesKeys.onchange = () => store.set('keys', usesKeys.checked);
const showKeys = () => present({ kind: 'form', title: help.textContent, body: keysList, from: looks.firstChild });
help.onclick = showKeys;
looks.lastChild.append(help);

const KEYS = {
  j: () => stepBy(1),
  k: () => stepBy(-1),
  o: () => pressIn(
    'summary:has(+ [data-details])', '[data-row] > summary', '[data-title] a', '[data-more] > summary'),
  x: () => pressIn('[data-clear]'),
  '/': () => $('#search')?.focus(),
  n: jumpToNow,
  '?': showKeys,
};

on(document, 'keydown', (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || !isPlain(event) || isTyping(target) || $('dialog:modal')) return;
  // Enter belongs to the focused element; it is handled here only for a cell.
  const act = key === 'Enter' ? target.matches(CELL) && KEYS.o : usesKeys.checked && KEYS[key];
  if (!act) return;
  event.preventDefault();
  act();
});
