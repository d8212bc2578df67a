// What opens over the page: alerts, sheets, views and forms are a native <dialog> each, so that the focus stays in it,
// the page behind is inert and Escape means Cancel (A6, S2, S4, V1, M10, M11).

import { $, el, leaver, page, root, words } from './base.js';

// What each thing that stands over the page does when the window changes its size and when the page is printed.
export const standing = new Set();
for (const type of ['resize', 'beforeprint', 'afterprint']) {
  addEventListener(type, () => standing.forEach((acts) => acts[type]?.()));
}

// The page behind stops scrolling and keeps its width: so wide is the scrollbar that goes.
export const holdStill = () => {
  if (root.classList.contains('viewing') || $('dialog[open]')) return;
  root.style.setProperty('--bar', innerWidth - root.clientWidth + 'px');
};

// Whether a click is on a link to a place of this page that is not within `box`.
export const leadsOut = ({ target }, box) => {
  const link = target.closest('a[href^="#"]');
  return link && !box.contains(document.getElementById(link.hash.slice(1)));
};

// The handle of a sheet (M10). A click or Enter expands and minimizes, so do the arrow keys; arrow down on the small
// sheet and a drag over half of its height dismiss it.
export const handle = (sheet, dismiss) => {
  let start;
  let full;
  let pulled;
  let isLarge;
  const resize = (large) => {
    isLarge = sheet.classList.toggle('large', large);
    sheet.style.blockSize = '';
    grip.ariaLabel = isLarge ? words.minimize : words.expand;
  };
  const grip = el('button', {
    type: 'button',
    class: 'grip',
    onpointerdown(event) {
      start = event.clientY;
      full = sheet.offsetHeight;
      pulled = 0;
      grip.setPointerCapture(event.pointerId);
    },
    onpointermove(event) {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      pulled = event.clientY - start;
      sheet.classList.add('dragged');
      sheet.style.blockSize = full - pulled + 'px';
    },
    // What goes keeps its size while it does.
    onlostpointercapture() {
      sheet.classList.remove('dragged');
      if (pulled > full / 2) dismiss();
      else resize(Math.abs(pulled) > 24 ? pulled < 0 : isLarge);
    },
    // What ends a drag is no click; the keyboard's have no detail.
    onclick: (event) => (event.detail && Math.abs(pulled) > 8) || resize(!isLarge),
    onkeydown(event) {
      const isUp = event.key === 'ArrowUp';
      if (!isUp && event.key !== 'ArrowDown') return;
      event.preventDefault();
      if (isUp || isLarge) resize(isUp);
      else dismiss();
    },
  });
  resize(false);
  return grip;
};

// Where a popover stands: below what opened it, above where below is not enough and above is more (S2, M5). `scrolled` is
// how far the page is where the popover scrolls with it.
const ENOUGH = 280;
export const place = ({ style }, from, scrolled = 0) => {
  const { clientWidth, clientHeight } = root;
  const { left, right, top, bottom, width } = from.getBoundingClientRect();
  const below = clientHeight - bottom;
  const isAbove = below < ENOUGH && top > below;
  style.setProperty('--width', width + 'px');
  style.setProperty('--room', (isAbove ? top : below) + 'px');
  style.setProperty('--x', (root.dir === 'rtl' ? clientWidth - right : left) + 'px');
  style.setProperty('--y', isAbove ? `auto ${clientHeight - scrolled - top}px` : `${scrolled + bottom}px auto`);
};

// Settled when what moves has come to rest.
export const rest = (node) => Promise.allSettled(node.getAnimations().map((motion) => motion.finished));

// A disclosure of the page that opens over it instead, as long as it is not open in its place.
export const disclose = (selector, open) =>
  document.addEventListener('click', (event) => {
    const summary = event.target.closest('details:not([open]) > summary');
    const content = summary?.nextElementSibling;
    if (!content?.matches(selector)) return;
    event.preventDefault();
    open(content, summary);
  });

// The Cancel of what a dataset offers: its own, if it leads somewhere.
export const cancelOf = (given, title) =>
  given?.href ? given : leaver(given?.textContent || title);

// Opens a modal dialog and returns it. `kind`: 'alert', 'sheet', 'view' or 'form'; `title`: words or a node; `body`: a
// node, which keeps its room in the page and goes back there, on paper, too; `buttons`: a list; `from`: what opened it;
// `onclose(value)`: '' where it was canceled; `label`: its name where there is no title. `dialog.close('value')` closes
// it, and so do an action and a button whose `data-role` is "cancel". Nothing opened an alert: its words have the
// focus, and Enter is its button of class "usual".
export const present = ({ kind, title = '', body, buttons = [], from, onclose, label }) => {
  const isAlert = kind === 'alert';
  // Headings of details begin one below a view's.
  const heading = el(kind === 'view' ? 'h3' : 'h2', { dir: 'auto' }, title);
  const top = el('div', { class: 'top' });
  if (title) top.append(heading);
  if (kind === 'view') top.append(leaver(words.done));
  const inside = el('div', { class: 'inside' });
  // Where nothing opened it, the words have the focus.
  if (!from) inside.tabIndex = -1;
  const isPlaced = kind === 'sheet' && from;
  const dialog = el('dialog', {
    class: isPlaced ? 'dialog placed' : 'dialog',
    'data-kind': kind,
    'aria-label': label || heading.textContent,
    ...(isAlert && { role: 'alertdialog', 'aria-describedby': body.id + '-text' }),
  }, top, inside, el('div', { class: 'buttons' }, ...buttons));
  const close = () => dialog.close();
  // Last, so that the focus begins elsewhere.
  dialog.append(handle(dialog, close));

  let isOutside;
  let isLeft;
  // Its parts fill a dialog: what is on none of them is outside. A selection that ends there began inside.
  dialog.onpointerdown = ({ target }) => {
    isOutside = target === dialog && !isAlert;
  };
  dialog.onclick = (event) => {
    isLeft = leadsOut(event, dialog);
    if (isLeft || (isOutside && event.target === dialog) || event.target.closest('[data-role="cancel"], a[data-role]')) close();
  };
  inside.onkeydown = ({ key, target }) => {
    if (key === 'Enter' && target === inside) $('.usual', dialog)?.click();
  };
  let isPaper;
  dialog.onclose = async () => {
    if (isPaper || dialog.open) return;
    standing.delete(acts);
    page.inert = $('dialog[open]');
    // Not every browser gives the focus back to what a mouse has opened it with.
    if (!isLeft) from?.focus({ preventScroll: true });
    onclose?.(dialog.returnValue);
    await rest(dialog);
    room.replaceWith(body);
    dialog.remove();
  };

  const room = el('div');
  const acts = {
    resize: () => isPlaced && place(dialog, from),
    beforeprint() {
      isPaper = true;
      dialog.close();
      page.inert = false;
      room.replaceWith(body);
    },
    afterprint() {
      holdStill();
      if (body.isConnected) {
        room.style.blockSize = body.offsetHeight + 'px';
        body.replaceWith(room);
      }
      inside.append(body);
      isPaper = false;
      // The focus goes to where it is placed: the browser would scroll there. The page's scrollbar goes as it opens.
      acts.resize();
      dialog.showModal();
      page.inert = true;
      acts.resize();
    },
  };
  standing.add(acts);
  document.body.append(dialog);
  acts.afterprint();
  return dialog;
};
