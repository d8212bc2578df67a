// On compact a finger clears a message (M9): the cell follows it towards the start of the line, "Clear" comes in behind.
// Less than a third of the way it springs back. `touch-action` leaves up and down to the browser.

if (list.home) {
  const sign = root.dir === 'rtl' ? 1 : -1;
  let swipe = null;

  const isSelecting = (cell) => !getSelection().isCollapsed && getSelection().containsNode(cell, true);

  const begin = ({ target, pointerType, isPrimary, clientX, clientY, timeStamp }) => {
    const cell = target.closest('.m:not(.gone, .swiped)');
    if (!cell || pointerType === 'mouse' || !isPrimary || !isCompact() || target.closest('pre, button')) return;
    swipe = { cell, x: clientX, y: clientY, time: timeStamp, distance: 0 };
  };

  const follow = ({ clientX, clientY, isPrimary, pointerId }) => {
    if (!swipe || !isPrimary) return;
    const { cell } = swipe;
    const distance = sign * (clientX - swipe.x);
    const across = Math.abs(clientY - swipe.y);
    if (!swipe.isUnderWay) {
      if (Math.abs(distance) < 10 && across < 10) return;
      if (distance <= across || isSelecting(cell)) {
        swipe = null;
        return;
      }
      swipe.isUnderWay = true;
      cell.classList.add('swiped');
      cell.append(el('span', { class: 'behind', 'aria-hidden': 'true' }, words.clear));
      list.home.setPointerCapture(pointerId);
    }
    swipe.distance = Math.max(0, distance);
    cell.style.translate = sign * swipe.distance + 'px';
  };

  const end = async ({ type, isPrimary, timeStamp }) => {
    if (!swipe || !isPrimary) return;
    const { cell, distance, time, isUnderWay } = swipe;
    swipe = null;
    if (!isUnderWay) return;
    const width = cell.clientWidth;
    const isFlick = distance > 48 && distance / (timeStamp - time) > 0.6;
    const isFar = type === 'pointerup' && (isFlick || distance > width / 3);
    const there = isFar ? sign * width + 'px' : '0px';
    if (!isCalm()) await cell.animate({ translate: [cell.style.translate, there] }, 160).finished;
    cell.style.translate = '';
    cell.classList.remove('swiped');
    cell.lastChild.remove();
    if (isFar) cleared.toggle(cell);
  };

  const moves = { pointerdown: begin, pointermove: follow, pointerup: end, pointercancel: end };
  for (const [type, listener] of Object.entries(moves)) list.home.addEventListener(type, listener);
}
