// "Sort and filter": one form with all criteria and filters, which shows the number of results. A
// chip opens one part of it.
//
// The order of the chosen criteria is their priority. A chosen one shows its direction, which a
// click reverses, and the tools that move it: a handle to drag or for arrow keys, a long press, and
// two buttons. Criteria keep their places while the page is open, chosen or not.

import { $, $$, announce, on, say, words } from './base.js';
import { present } from './dialogs.js';
import { choose, listFilters } from './list.js';
import { joined, listed, nothing, query } from './state.js';
import { applier, box, canceler, form, grouper, groups, labelOf, movers, nameOf, passingMessages, resetter, sayCounts } from './filter.js';
import { sortOf } from './order.js';

const rows = $('[data-key="sort"] ol', form);
export const rowOf = (key) => [...rows.children].find((row) => box(row).value === key);
const directionOf = (key) => ('descending' in rowOf(key).dataset ? 'desc' : 'asc');

// Drops unknown criteria; adds the default direction.
query.sort = sortOf(query.sort).filter(([key]) => rowOf(key)).map(([key, direction = directionOf(key)]) => key + ':' + direction);
if (!query.sort[0]) query.sort = nothing.sort;

// Hidden groups keep their active values.
const readForm = () => {
  const read = { ...query };
  const data = new FormData(form);
  for (const key in groups) if (!groups[key].hidden) read[key] = data.getAll(key).flatMap(key === 'file' ? listed : String);
  read.sort = sortOf(read.sort).map(([key]) => key + ':' + directionOf(key));
  return read;
};

// Chosen criteria fill the places of chosen ones in order; the others keep theirs.
const fillForm = (state) => {
  for (const input of $$('input', form)) input.checked = state[input.name].includes(input.value);
  if (groups.file) form.elements.file.value = joined(state.file);
  [grouper.value] = state.group;
  const chosen = sortOf(state.sort).map(([key, direction]) => {
    const row = rowOf(key);
    box(row).checked = true;
    row.toggleAttribute('data-descending', direction === 'desc');
    return row;
  });
  let next = 0;
  rows.append(...[...rows.children].map((row) => (chosen.includes(row) ? chosen[next++] : row)));
  countResults();
};

let counting;
const countResults = async () => {
  const mine = (counting = {});
  const passes = passingMessages(readForm());
  const chosen = await choose(new Map(listFilters).set('query', passes), () => mine !== counting);
  if (!chosen) return;
  sayCounts(passes, form);
  form.elements.results.value = say('results', { count: chosen.flat().length });
};
form.oninput = countResults;
resetter.onclick = () => fillForm(nothing);
form.onsubmit = (event) => {
  if (readForm().sort[0]) return;
  event.preventDefault();
  box(rows).focus();
};

// `part` is the key of a group; undefined for the whole form.
export const openForm = (from, part) => {
  for (const key in groups) groups[key].hidden = part && part !== key;
  fillForm(query);
  present({
    kind: 'form',
    title: part ? labelOf(part) : words.sortAndFilter,
    body: form,
    from,
    buttons: [resetter, canceler, applier],
    onclose: (value) => value && query.set(readForm()),
  });
};

const sayPlace = (row) => announce(say('movedTo', {
  name: nameOf(row), position: [...rows.children].indexOf(row) + 1, total: rows.children.length }));

for (const row of rows.children) {
  row.append(movers.cloneNode(true));
  for (const mover of $$('[data-move]', row)) mover.ariaLabel = mover.ariaLabel.replace('{name}', nameOf(row));
}
rows.onclick = ({ target }) => {
  const row = target.closest('li');
  target.closest('[data-turn]')?.parentNode.toggleAttribute('data-descending');
  const { move } = target.dataset;
  if (!move?.startsWith('A')) return;
  // Moving the focused element loses the focus.
  const focused = document.activeElement;
  if (move === 'ArrowUp') row.previousElementSibling?.before(row);
  else row.nextElementSibling?.after(row);
  focused.focus();
  sayPlace(row);
};
// On the handle, arrow keys act like the buttons next to it.
rows.onkeydown = (event) => {
  const { key, target } = event;
  if (target.dataset.move !== 'drag' || !/^Arrow(Up|Down)$/.test(key)) return;
  event.preventDefault();
  $(`[data-move="${key}"]`, target.parentNode).click();
};

// A handle takes its row at once, any other part of a chosen row after a long press. The end of a
// drag is neither a click nor a menu, and a dragging finger does not scroll.
let taken = null;
let press;
rows.onpointerdown = ({ target, button: other, pointerId }) => {
  const row = target.closest('li:has(:checked)');
  if (!row || other) return;
  const take = () => {
    taken = row;
    row.classList.add('taken');
    rows.setPointerCapture(pointerId);
  };
  if (target.dataset.move === 'drag') take();
  else press = setTimeout(take, 500);
};
rows.onpointermove = ({ clientY }) => {
  if (!taken) return;
  const { previousElementSibling: before, nextElementSibling: after } = taken;
  const middle = (row) => row.getBoundingClientRect().top + row.offsetHeight / 2;
  if (before && clientY < middle(before)) before.before(taken);
  else if (after && clientY > middle(after)) after.after(taken);
};
rows.onpointerup = rows.onpointercancel = () => {
  clearTimeout(press);
  if (!taken) return;
  taken.classList.remove('taken');
  sayPlace(taken);
  setTimeout(() => (taken = null));
};
for (const type of ['touchmove', 'contextmenu', 'click']) {
  on(rows, type, (event) => taken && event.preventDefault(), { passive: false, capture: true });
}
