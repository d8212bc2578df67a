// The detail view (M4 to M6, M10 to M12): the part of the page that holds the messages, itself and not a copy, as a
// bottom sheet on compact and as a popover at the overview on regular. Its place in the page is kept meanwhile.

import { $, $$, button, el, isPlain, root, words } from './base.js';
import { handle, holdStill, leadsOut, place, rest, standing } from './dialogs.js';
import { listHome } from './list.js';

const view = listHome?.closest('[aria-labelledby^="part-"]');
const opener = $('#overview > a[href="#messages"]');

if (view?.showPopover && opener) {
  const title = $('h2', view);
  // What keeps the place; it is there as long as the view is away from it.
  const keeper = el('div', { class: 'part' });

  // On compact nothing but the view can be reached.
  const cover = (isCovered) => {
    root.classList.toggle('viewing', isCovered);
    for (const other of [...$$('main > *'), ...view.parentNode.children]) other.inert = isCovered && !other.contains(view);
  };

  const arrange = () => {
    holdStill();
    // In script as in 37-detail-view.css: what stands in the top layer goes by the window.
    cover(innerWidth < 600);
    place(view, opener.parentNode, scrollY);
    view.style.setProperty('--stuck', top.offsetHeight + 'px');
  };

  const restore = () => {
    top.replaceWith(title);
    view.popover = view.role = null;
    view.removeAttribute('style');
    keeper.remove();
  };

  const acts = {
    resize: arrange,
    // Paper does not wait until it has slid away.
    beforeprint() {
      close();
      restore();
    },
  };

  const close = async () => {
    if (!standing.delete(acts)) return;
    cover(false);
    view.hidePopover();
    opener.focus({ preventScroll: true });
    await rest(view);
    restore();
  };

  const closer = button(words.close, { onclick: close });
  const top = el('div', { class: 'top' }, handle(view, close), closer);

  const open = () => {
    const end = () => view.parentNode.getBoundingClientRect().bottom;
    const before = end();
    const height = view.offsetHeight;
    keeper.style.blockSize = height + 'px';
    view.before(keeper);
    view.popover = 'manual';
    view.role = 'dialog';
    // Placed before it is shown, so that nothing scrolls there. WebKitGTK's process ends where what is shown holds
    // elements that have not been laid out yet, so the bar comes after.
    place(view, opener.parentNode, scrollY);
    view.showPopover();
    title.replaceWith(top);
    closer.before(title);
    // With the margin that went with it.
    keeper.style.blockSize = height + before - end() + 'px';
    arrange();
    standing.add(acts);
    closer.focus({ preventScroll: true });
  };

  document.addEventListener('click', (event) => {
    // A click may have removed its own target; what it went through is still known.
    const isInside = event.composedPath().some((node) => node.matches?.('[popover], dialog'));
    if (opener.contains(event.target) && isPlain(event)) {
      event.preventDefault();
      if (!keeper.isConnected) return open();
    }
    if (!isInside || leadsOut(event, view)) close();
  });

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !$('dialog[open]')) close();
  });
}
