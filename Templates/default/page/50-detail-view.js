// The detail view (M4 to M6, M10 to M12): the part of the page that holds the messages, itself and not a copy, as a
// bottom sheet on compact and as a popover at the overview on regular. Its place in the page is kept meanwhile.

const view = list.home?.closest('.part');
const overview = $('#overview');

if (view?.showPopover && overview) {
  const OPENER = '#overview > a[href="#messages"]';
  // What keeps the place, which is there as long as the view is away from it.
  let place = null;
  let giveBack;
  const title = $(':scope > h2', view);
  const closer = button(words.close, { onclick: () => close() });
  const top = el('div', { class: 'top' }, handle(view, () => close()), closer);

  // Everything but the view, so that on compact nothing else can be reached.
  const others = () => {
    const found = [];
    for (let node = view; node !== document.body; node = node.parentElement) {
      found.push(...[...node.parentElement.children].filter((other) => other !== node && !other.matches('.live, dialog')));
    }
    return found;
  };

  const arrange = () => {
    const compact = narrow.matches;
    if (compact) holdStill();
    root.classList.toggle('viewing', compact);
    view.setAttribute('aria-modal', compact);
    for (const other of others()) other.inert = compact;
    // Below the overview where there is room to read, else above it, else over it.
    const gap = 8;
    const enough = 280;
    const at = overview.getBoundingClientRect();
    const { clientHeight } = root;
    const below = clientHeight - at.bottom - 2 * gap;
    const above = at.top - 2 * gap;
    const isBelow = below >= enough;
    const isOver = !isBelow && above < enough;
    const set = (name, value) => view.style.setProperty(name, value + 'px');
    set('--room', isBelow ? below : isOver ? clientHeight - 2 * gap : above);
    set('--width', at.width);
    set('--x', at.left + scrollX);
    set('--stuck', top.offsetHeight);
    set('--y', (isBelow ? at.bottom + gap : isOver ? gap : Math.max(gap, at.top - gap - view.offsetHeight)) + scrollY);
  };

  const open = (from) => {
    const parts = view.parentElement;
    const before = parts.offsetHeight;
    const height = view.offsetHeight;
    giveBack = rememberFocus(from);
    place = el('div', { class: 'part' });
    view.before(place);
    title.replaceWith(top);
    closer.before(title);
    view.popover = 'manual';
    view.setAttribute('role', 'dialog');
    view.setAttribute('aria-labelledby', title.id);
    view.showPopover();
    place.style.blockSize = height + 'px';
    // With the margin that went with it.
    place.style.blockSize = height + before - parts.offsetHeight + 'px';
    arrange();
    addEventListener('resize', arrange);
    closer.focus({ preventScroll: true });
  };

  const close = async () => {
    if (!view.matches(':popover-open')) return;
    removeEventListener('resize', arrange);
    root.classList.remove('viewing');
    for (const other of others()) other.inert = false;
    view.hidePopover();
    giveBack();
    await Promise.allSettled(view.getAnimations().map((motion) => motion.finished));
    top.replaceWith(title);
    for (const name of ['popover', 'role', 'aria-labelledby', 'aria-modal', 'style']) view.removeAttribute(name);
    place.remove();
    place = null;
  };

  document.addEventListener('click', (event) => {
    const opener = event.target.closest(OPENER);
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (!place) return open(opener);
    }
    // A click may have removed its own target; what it went through is still known.
    const isInside = event.composedPath().some((node) => node.matches?.('[popover], dialog, [role="status"]'));
    if (!isInside || leadsOut(event, view)) close();
  });

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || $('dialog[open]')) return;
    // The first Escape in a search field empties it.
    if (!(isTyping(event.target) && event.target.value)) close();
  });

  addEventListener('beforeprint', close);
}
