// On compact a finger clears a message (M9): the cell follows it towards the start of the line, "Clear" comes in behind.
// Less than a quarter of the way it springs back. `touch-action` leaves up and down to the browser.

if (list.home) {
  const sign = root.dir === 'rtl' ? 1 : -1;
  let swipe = null;

  const begin = ({ target, pointerType, isPrimary, clientX, clientY }) => {
    if (swipe?.isUnderWay) return;
    const cell = target.closest('.m:not(.gone, .swiped)');
    const isMeant = cell && isPrimary && pointerType !== 'mouse' && isCompact() && !target.closest('pre');
    swipe = isMeant ? { cell, clientX, clientY } : null;
  };

  const follow = ({ clientX, clientY, isPrimary, pointerId }) => {
    if (!swipe || !isPrimary) return;
    const { cell } = swipe;
    const distance = sign * (clientX - swipe.clientX);
    const across = Math.abs(clientY - swipe.clientY);
    if (!swipe.isUnderWay) {
      if (Math.abs(distance) < 10 && across < 10) return;
      if (distance <= across || !getSelection().isCollapsed) {
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

  const end = async ({ type }) => {
    if (!swipe?.isUnderWay) return;
    const { cell, distance } = swipe;
    swipe = null;
    const width = cell.clientWidth;
    const isFar = type === 'pointerup' && distance > width / 4;
    if (!isCalm()) await cell.animate({ translate: [cell.style.translate, isFar ? sign * width + 'px' : '0px'] }, 160).finished;
    cell.style.translate = '';
    cell.classList.remove('swiped');
    cell.lastChild.remove();
    if (isFar) cleared.toggle(cell);
  };

  for (const [type, listener] of Object.entries({ pointerdown: begin, pointermove: follow, pointerup: end, pointercancel: end })) {
    list.home.addEventListener(type, listener);
  }
}
