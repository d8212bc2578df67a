// On compact a finger clears a message (M9): the cell follows it towards the start of the line, "Clear" comes in behind.
// Less than a quarter of the way it springs back. `touch-action` leaves up and down to the browser.

import { el, hasCompactWidth, MESSAGE, on, root, words } from './base.js';
import { listHome } from './list.js';
import { toggleCell } from './clear.js';

if (listHome) {
  const sign = root.dir === 'rtl' ? 1 : -1;
  let swipe = null;

  const begin = ({ target, touches: [{ clientX, clientY }, second] }) => {
    const cell = target.closest(MESSAGE);
    if (swipe?.distance >= 0) return;
    const isStill = cell && !cell.matches('.gone, .swiped');
    swipe = isStill && !second && hasCompactWidth() && !target.closest('pre') ? { cell, clientX, clientY } : null;
  };

  const follow = ({ touches: [{ clientX, clientY }] }) => {
    if (!swipe) return;
    const { cell } = swipe;
    const distance = sign * (clientX - swipe.clientX);
    const across = Math.abs(clientY - swipe.clientY);
    if (!(swipe.distance >= 0)) {
      if (Math.abs(distance) < 10 && across < 10) return;
      if (distance <= across || !getSelection().isCollapsed) {
        swipe = null;
        return;
      }
      cell.classList.add('swiped');
      swipe.behind = el('span', { class: 'behind', 'aria-hidden': 'true' }, words.clear);
      cell.append(swipe.behind);
    }
    swipe.distance = Math.max(0, distance);
    cell.style.translate = sign * swipe.distance + 'px';
  };

  const end = ({ type }) => {
    if (!(swipe?.distance >= 0)) return;
    const { cell, distance, behind } = swipe;
    swipe = null;
    cell.style.translate = '';
    cell.classList.remove('swiped');
    behind.remove();
    if (type === 'touchend' && distance > cell.clientWidth / 4) toggleCell(cell);
  };

  for (const [type, listener] of [['start', begin], ['move', follow], ['end', end], ['cancel', end]]) {
    on(listHome, 'touch' + type, listener, { passive: true });
  }
}
