// On compact a swipe clears a message: the cell follows the finger and uncovers "Clear". Below a
// quarter of the width it returns. `touch-action` leaves vertical moves to the browser.

import { behind, follow, hasCompactWidth, MESSAGE, root } from './base.js';
import { listHome } from './list.js';
import { toggleCell } from './clear.js';

if (listHome) {
  const sign = root.dir === 'rtl' ? 1 : -1;
  let cell;
  let distance;

  const begin = ({ target, pointerType }) => {
    cell = target.closest(MESSAGE);
    return pointerType === 'touch' && cell?.number >= 0 && !cell.matches('.gone') && hasCompactWidth() && !target.closest('pre');
  };

  const move = (x, y) => {
    distance = Math.max(0, sign * x);
    if (!cell.matches('.swiped')) {
      if (Math.hypot(x, y) < 10) return;
      if (distance <= Math.abs(y) || !getSelection().isCollapsed) return false;
      cell.classList.add('swiped');
      cell.append(behind);
    }
    cell.style.translate = sign * distance + 'px';
  };

  const end = (isLifted) => {
    if (!cell.matches('.swiped')) return;
    cell.style.translate = '';
    cell.classList.remove('swiped');
    behind.remove();
    if (isLifted && distance > cell.clientWidth / 4) toggleCell(cell);
  };

  follow(listHome, begin, move, end);
}
