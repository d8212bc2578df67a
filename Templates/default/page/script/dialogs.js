// Alerts, sheets, views and forms are native <dialog> elements: the focus stays inside, the page
// behind is inert, and Escape means Cancel.

import { $, el, follow, leaver, on, page, root, shell, words } from './base.js';
import { entering } from './history.js';

// Handlers of everything above the page for resizing, printing and Escape.
export const standing = new Set();
for (const type of ['resize', 'beforeprint', 'afterprint']) {
  on(window, type, () => standing.forEach((acts) => acts[type]?.()));
}

// Escape reaches non-modal elements only if no modal dialog is open.
on(document, 'keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !$('dialog:modal')) standing.forEach((acts) => acts.escape?.());
});

// Keeps the space of the scrollbar when the page behind stops scrolling.
export const holdStill = () => root.classList.toggle('barred', innerWidth > root.clientWidth);

// Whether a click follows a link to a place of this page outside `box`.
export const leadsOut = ({ target }, box) => {
  const link = target.closest('a[href^="#"]');
  return link && !box.contains(document.getElementById(link.hash.slice(1)));
};

// The handle of a sheet: the sheet follows it, and a pull over a third of the height dismisses. A
// pull upwards makes the sheet as high as the window.
export const handle = (sheet, dismiss) => {
  const grip = $('.grip', sheet);
  let pulled;
  follow(grip, ({ pointerId }) => {
    pulled = 0;
    grip.setPointerCapture(pointerId);
    return true;
  }, (x, y) => {
    pulled = y;
    sheet.classList.add('dragged');
    sheet.style.translate = `0 ${Math.max(0, y)}px`;
  }, () => {
    sheet.classList.remove('dragged');
    sheet.style.translate = '';
    sheet.classList.toggle('tall', pulled < 0);
    if (pulled > sheet.offsetHeight / 3) dismiss();
  });
};

// Places a popover below its opener, or above if below is too small and above is larger.
const ENOUGH = 280;
export const place = ({ style }, from) => {
  const { clientWidth, clientHeight } = root;
  const { left, right, top, bottom } = from.getBoundingClientRect();
  const below = clientHeight - bottom;
  const isAbove = below < ENOUGH && top > below;
  style.setProperty('--room', (isAbove ? top : below) + 'px');
  style.setProperty('--x', (root.dir === 'rtl' ? clientWidth - right : left) + 'px');
  style.setProperty('--y', isAbove ? `auto ${clientHeight - top}px` : `${bottom}px auto`);
};

// Resolves when all animations have ended.
const rest = (node) => Promise.allSettled(node.getAnimations().map((motion) => motion.finished));

// Opens the content of a disclosure over the page, unless the disclosure is open in place.
export const disclose = (selector, open) =>
  on(document, 'click', (event) => {
    const summary = event.target.closest('details:not([open]) > summary');
    const content = summary?.nextElementSibling;
    if (!content?.matches(selector)) return;
    event.preventDefault();
    open(content, summary);
  });

// The Cancel action of a dataset if it has an address, otherwise a button that closes.
export const cancelOf = (given, title) =>
  given?.href ? given : leaver(given?.textContent || title);

// Opens a modal dialog and returns it. `kind`: 'alert', 'sheet', 'view' or 'form'; `title`: a text;
// `nav`: buttons of a view that is a non-modal panel on wide screens; `body`: a node that returns
// to its place after closing and for printing; `buttons`: a list, or none for a button to close in
// the upper corner; `from`: the opener. Without an opener, the text has the focus, and Enter clicks
// the element of class "usual". `label`: the name without a title; `onclose(value)`: '' if canceled.
// Back, actions and `data-role` "cancel" close it. A popover of messages has no room beside it.
export const isWide = () => innerWidth >= 1100 && !root.matches('.viewing');
export const present = ({ kind, title = '', nav, body, buttons = [], from, onclose, label }) => {
  const isAlert = kind === 'alert';
  const dialog = shell.cloneNode(true);
  const [, top, inside, foot] = dialog.children;
  top.append(nav || '');
  // Headings in details begin one level below a view's title.
  if (title) top.append(el(kind === 'view' ? 'h3' : 'h2', { dir: 'auto' }, title));
  if (!isAlert && !buttons.length) {
    const done = leaver(words.done);
    done.autofocus = kind === 'view';
    top.append(done);
  }
  foot.append(...buttons);
  // Without an opener, the text gets the focus. Firefox would focus the first button.
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
  // A click on the dialog but on none of its parts is outside. A selection may end there.
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
    // Some browsers don't return the focus to an opener that was clicked.
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
      // A panel would cover the page now.
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
      // Place the dialog before the focus moves into it, because the browser would scroll there.
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
