// What opens over the page: alerts, sheets, views and forms are a native <dialog> each, so that the focus stays in it,
// the page behind is inert and Escape means Cancel (A6, S2, S4, V1).

import { $, el, follow, leaver, on, page, root, shell, words } from './base.js';
import { entering } from './history.js';

// What each thing that stands over the page does when the window changes its size, when the page is printed and at Escape.
export const standing = new Set();
for (const type of ['resize', 'beforeprint', 'afterprint']) {
  on(window, type, () => standing.forEach((acts) => acts[type]?.()));
}

// Escape is for what is not modal only where nothing modal is.
on(document, 'keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !$('dialog:modal')) standing.forEach((acts) => acts.escape?.());
});

// The page behind stops scrolling and keeps the room of its scrollbar.
export const holdStill = () => root.classList.toggle('barred', innerWidth > root.clientWidth);

// Whether a click is on a link to a place of this page that is not within `box`.
export const leadsOut = ({ target }, box) => {
  const link = target.closest('a[href^="#"]');
  return link && !box.contains(document.getElementById(link.hash.slice(1)));
};

// The handle of a sheet (M10): it follows finger and mouse, and what is drawn down over a third of its height is dismissed.
export const handle = (sheet, dismiss) => {
  const grip = $('.grip', sheet);
  let pulled;
  follow(grip, ({ pointerId }) => {
    pulled = 0;
    grip.setPointerCapture(pointerId);
    return true;
  }, (x, y) => {
    pulled = Math.max(0, y);
    sheet.classList.add('dragged');
    sheet.style.translate = `0 ${pulled}px`;
  }, () => {
    sheet.classList.remove('dragged');
    sheet.style.translate = '';
    if (pulled > sheet.offsetHeight / 3) dismiss();
  });
};

// Where a popover stands: below what opened it, above where below is not enough and above is more (S2).
const ENOUGH = 280;
const place = ({ style }, from) => {
  const { clientWidth, clientHeight } = root;
  const { left, right, top, bottom } = from.getBoundingClientRect();
  const below = clientHeight - bottom;
  const isAbove = below < ENOUGH && top > below;
  style.setProperty('--room', (isAbove ? top : below) + 'px');
  style.setProperty('--x', (root.dir === 'rtl' ? clientWidth - right : left) + 'px');
  style.setProperty('--y', isAbove ? `auto ${clientHeight - top}px` : `${bottom}px auto`);
};

// Settled when what moves has come to rest.
const rest = (node) => Promise.allSettled(node.getAnimations().map((motion) => motion.finished));

// A disclosure of the page that opens over it instead, as long as it is not open in its place.
export const disclose = (selector, open) =>
  on(document, 'click', (event) => {
    const summary = event.target.closest('details:not([open]) > summary');
    const content = summary?.nextElementSibling;
    if (!content?.matches(selector)) return;
    event.preventDefault();
    open(content, summary);
  });

// The Cancel of what a dataset offers: its own, if it leads somewhere.
export const cancelOf = (given, title) =>
  given?.href ? given : leaver(given?.textContent || title);

// Opens a modal dialog and returns it. `kind`: 'alert', 'sheet', 'view' or 'form'; `title`: words; `nav`: what stands beside the title
// of a view that is a panel beside the page where there is room for both, and the page stays in use; `body`: a node, which keeps its room in the page and goes back there, on paper, too; `buttons`:
// a list; `from`: what opened it; `onclose(value)`: '' where it was canceled; `label`: its name where there is no title.
// `dialog.close('value')` closes it, and so do an action, a button whose `data-role` is "cancel", and Back. Nothing opened
// an alert: its words have the focus, and Enter is its button of class "usual".
const isWide = () => innerWidth >= 1100;
export const present = ({ kind, title = '', nav, body, buttons = [], from, onclose, label }) => {
  const isAlert = kind === 'alert';
  const dialog = shell.cloneNode(true);
  const [, top, inside, foot] = dialog.children;
  top.append(nav || '');
  // Headings of details begin one below a view's.
  if (title) top.append(el(kind === 'view' ? 'h3' : 'h2', { dir: 'auto' }, title));
  if (kind === 'view') {
    const done = leaver(words.done);
    done.autofocus = true;
    top.append(done);
  }
  foot.append(...buttons);
  // Where nothing opened it, the words have the focus. By itself Firefox gives it to the first button.
  if (!from) {
    inside.tabIndex = -1;
    inside.autofocus = true;
  }
  const isPlaced = kind === 'sheet' && from;
  dialog.classList.toggle('placed', !!isPlaced);
  dialog.dataset.kind = kind;
  dialog.ariaLabel = label || title;
  if (isAlert) {
    dialog.role = 'alertdialog';
    dialog.setAttribute('aria-describedby', body.id + '-text');
  }
  const close = () => dialog.close();
  handle(dialog, close);

  let isOutside;
  let isLeft;
  let link;
  // Its parts fill a dialog: what is on none of them is outside. A selection that ends there began inside.
  dialog.onpointerdown = ({ target }) => {
    isOutside = target === dialog && !isAlert;
  };
  dialog.onclick = (event) => {
    link = event.target.closest('a[href]');
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
    left(link);
    page.inert = $('dialog:modal');
    // Not every browser gives the focus back to what a mouse has opened it with.
    if (!isLeft) from?.focus({ preventScroll: true });
    onclose?.(dialog.returnValue);
    await rest(dialog);
    room.replaceWith(body);
    dialog.remove();
  };

  const room = el('div');
  const acts = {
    resize() {
      if (isPlaced) place(dialog, from);
      // What was a panel covers the page now.
      if (dialog.matches('.beside') && !isWide()) close();
    },
    beforeprint() {
      isPaper = true;
      dialog.close();
      page.inert = false;
      room.replaceWith(body);
    },
    afterprint() {
      holdStill();
      if (body.isConnected && !inside.contains(body)) {
        room.style.blockSize = body.offsetHeight + 'px';
        body.replaceWith(room);
      }
      inside.append(body);
      isPaper = false;
      // The focus goes to where it is placed: the browser would scroll there.
      acts.resize();
      page.inert = !dialog.classList.toggle('beside', !!nav && isWide());
      dialog[page.inert ? 'showModal' : 'show']();
      acts.resize();
    },
  };
  standing.add(acts);
  const left = entering(close);
  document.body.append(dialog);
  acts.afterprint();
  return dialog;
};
