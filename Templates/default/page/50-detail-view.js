// The detail view (M4 to M6, M10 to M12): the part of the page that holds the messages, itself and not a copy, as a
// bottom sheet on compact and as a popover at the overview on regular. Its place in the page is kept meanwhile.

const view = list.home?.closest('.part');
const overview = $('#overview');

if (view?.showPopover && overview) {
  const OPENER = '#overview > a[href="#messages"]';
  // What keeps the place, which is there as long as the view is away from it.
  let keeper = null;
  let giveBack;
  const title = $(':scope > h2', view);
  const closer = button(words.close, { onclick: () => close() });
  const top = el('div', { class: 'top' }, handle(view, () => close()), closer);

  // Everything but the view, so that on compact nothing else can be reached.
  const others = () => $$('body > *, .page > *, main > *, .parts > *')
    .filter((other) => !other.contains(view) && !other.matches('.live, dialog'));

  const arrange = () => {
    const compact = narrow.matches;
    holdStill();
    root.classList.toggle('viewing', compact);
    for (const other of others()) other.inert = compact;
    place(view, overview, 280);
    view.style.setProperty('--stuck', top.offsetHeight + 'px');
  };

  const open = (from) => {
    const end = () => view.parentElement.getBoundingClientRect().bottom;
    const before = end();
    const height = view.offsetHeight;
    giveBack = rememberFocus(from);
    keeper = el('div', { class: 'part' });
    keeper.style.blockSize = height + 'px';
    view.before(keeper);
    title.replaceWith(top);
    closer.before(title);
    view.popover = 'manual';
    view.setAttribute('role', 'dialog');
    view.showPopover();
    // With the margin that went with it.
    keeper.style.blockSize = height + before - end() + 'px';
    arrange();
    addEventListener('resize', arrange);
    closer.focus({ preventScroll: true });
  };

  const restore = () => {
    if (!keeper) return;
    top.replaceWith(title);
    for (const name of ['popover', 'role', 'style']) view.removeAttribute(name);
    keeper.remove();
    keeper = null;
  };

  const close = async () => {
    if (!view.matches(':popover-open')) return;
    removeEventListener('resize', arrange);
    root.classList.remove('viewing');
    for (const other of others()) other.inert = false;
    view.hidePopover();
    giveBack();
    await rest(view);
    restore();
  };

  document.addEventListener('click', (event) => {
    const opener = event.target.closest(OPENER);
    if (opener && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (!keeper) return open(opener);
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

  // Paper does not wait until it has slid away.
  addEventListener('beforeprint', () => {
    close();
    restore();
  });
}
