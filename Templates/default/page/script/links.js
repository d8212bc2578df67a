// Links to messages and entries: a link to copy in the hovered or focused cell, and navigation to
// the target of the page's address, even if its message waits on a very large page.

import { $, CELL, copied, isPlain, labeled, linker, on } from './base.js';
import { messageIds, revealMessage } from './list.js';
import { nothing, query } from './state.js';
import { showAll } from './clear.js';
import { titleIn } from './source.js';
import { arranged } from './refresh.js';

export const cellOf = (node) => node.closest?.(CELL);
export const isShown = (cell) => cell?.checkVisibility();

// The cell that the address links, if any.
let marked;
const markCell = (cell) => {
  marked?.classList.remove('here');
  marked = cell;
  cell?.classList.add('here');
};

linker.onclick = async (event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  markCell(cellOf(linker));
  try {
    history.replaceState(history.state, '', linker.hash);
  } catch {
    // A sandbox may not allow it.
  }
  linker.classList.toggle('done', !!await copied(linker.href));
};

// One link for all cells, because a link per cell would be many elements and tab stops.
const offerLink = ({ type, target }) => {
  const cell = cellOf(target);
  if (!cell || cell.contains(linker) || (type === 'focusin' && target !== cell)) return;
  linker.href = '#' + cell.id;
  linker.ariaLabel = labeled(linker.title, titleIn(cell));
  linker.classList.remove('done');
  ($('[data-cell]', cell) || cell).append(linker);
};

export const focusCell = (cell) => {
  if (cell.matches(CELL)) cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
};

// Shows the linked cell, even if filters hide it.
const followAddress = async () => {
  markCell();
  const [id, digits] = /^#[me](\d+)$/.exec(location.hash) || [];
  if (!id) return;
  await arranged;
  const i = id[1] === 'm' ? messageIds.indexOf(+digits) : -1;
  const find = () => (i < 0 ? $(id) : revealMessage(i));
  if (!isShown(find())) {
    showAll();
    await query.set({ ...nothing, sort: query.sort, group: query.group }, true);
  }
  const cell = find();
  if (!isShown(cell)) return;
  markCell(cellOf(cell));
  const row = $('details[data-row]', cell);
  if (row) row.open = true;
  focusCell(cell);
  // Nearby cells change their height when they come into view.
  for (let tries = 12; tries; tries -= 1) {
    cell.scrollIntoView({ block: 'center' });
    await new Promise(requestAnimationFrame);
  }
};

for (const type of ['pointerover', 'focusin']) on(document, type, offerLink);
on(window, 'hashchange', followAddress);
followAddress();
