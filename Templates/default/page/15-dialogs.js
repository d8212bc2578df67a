// What opens over the page: alerts, sheets, views and forms are a native <dialog> each, so that the focus stays in it,
// the page behind is inert and Escape means Cancel (A6, S2, S4, V1, M10, M11).

// In script as in 35-dialogs.css: what stands in the top layer goes by the window.
const narrow = matchMedia('(max-width: 599.98px)');

// The page behind stops scrolling and keeps its width: so wide is the scrollbar that goes.
const holdStill = () => {
  if (getComputedStyle(root).overflowY !== 'hidden') root.style.setProperty('--bar', innerWidth - root.clientWidth + 'px');
};

// Whether a click is on a link to a place of this page that is not within `box`.
const leadsOut = ({ target }, box) => {
  const link = target.closest('a[href^="#"]');
  return link && !box.contains(document.getElementById(link.hash.slice(1)));
};

// The handle of a sheet (M10). A click or Enter expands and minimizes, so do the arrow keys; arrow down on the small
// sheet and a long way down dismiss it.
const handle = (sheet, dismiss) => {
  let start = null;
  let way = 0;
  let height;
  const isLarge = () => sheet.classList.contains('large');
  const resize = (large) => {
    sheet.classList.toggle('large', large);
    grip.setAttribute('aria-label', large ? words.minimize : words.expand);
  };
  const down = () => (isLarge() ? resize(false) : dismiss());
  const drop = () => {
    if (start === null) return;
    start = null;
    sheet.classList.remove('dragged');
    sheet.style.translate = sheet.style.blockSize = '';
    if (way > height * (isLarge() ? 0.6 : 0.35)) dismiss();
    else if (Math.abs(way) > 24) resize(way < 0);
  };
  const grip = el('button', {
    type: 'button',
    class: 'grip',
    onpointerdown(event) {
      [start, way, height] = [event.clientY, 0, sheet.offsetHeight];
      grip.setPointerCapture(event.pointerId);
    },
    onpointermove(event) {
      if (start === null) return;
      way = event.clientY - start;
      sheet.classList.add('dragged');
      sheet.style.translate = `0 ${Math.max(0, way)}px`;
      sheet.style.blockSize = way < 0 ? height - way + 'px' : '';
    },
    onpointerup: drop,
    onpointercancel() {
      way = 0;
      drop();
    },
    // What ends a drag is no click; the keyboard's have no detail.
    onclick: (event) => (event.detail && Math.abs(way) > 8) || resize(!isLarge()),
    onkeydown(event) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      if (event.key === 'ArrowUp') resize(true);
      else down();
    },
  });
  resize(false);
  return grip;
};

// Where a popover stands: below what opened it, above where there is no room below, within the window (S2).
const place = (box, from) => {
  const at = from.getBoundingClientRect();
  const gap = 8;
  const fit = (value, room) => Math.max(gap, Math.min(value, room - gap)) + 'px';
  const { clientWidth, clientHeight } = root;
  const { offsetWidth, offsetHeight } = box;
  const isAbove = at.bottom + gap + offsetHeight > clientHeight && at.top > clientHeight - at.bottom;
  box.style.setProperty('--x', fit(root.dir === 'rtl' ? at.right - offsetWidth : at.left, clientWidth - offsetWidth));
  box.style.setProperty('--y', fit(isAbove ? at.top - gap - offsetHeight : at.bottom + gap, clientHeight - offsetHeight));
};

// Gives the focus back to what opened something; where that is gone, to the next best thing around it.
const rememberFocus = (from) => {
  const path = [];
  for (let node = from; node; node = node.parentElement) path.push(node);
  return () => {
    const near = path.find((node) => node.isConnected && node.getClientRects().length);
    (near === from ? from : $('a[href], button, input, summary', near))?.focus({ preventScroll: true });
  };
};

// A disclosure of the page that opens over it instead, as long as it is not open in its place.
const disclose = (selector, open) =>
  document.addEventListener('click', (event) => {
    const summary = event.target.closest('.d:not([open]) > summary');
    const content = summary && $(':scope > ' + selector, summary.parentElement);
    if (!content) return;
    event.preventDefault();
    open(content, summary);
  });

// Opens a modal dialog and returns it. `kind`: 'alert', 'sheet', 'view' or 'form'; `title`: words or a node; `body`: a
// node; `buttons`: a list; `from`: what opened it; `onclose(value)`: '' where it was canceled; `ongone`: when it has
// left the screen, too; `label`: its name where there is no title. `dialog.close('value')` closes it, and so do a
// button of class "cancel" and, in an alert or a sheet, a link that is a button.
let dialogs = 0;
const present = ({ kind, title, body, buttons = [], from, onclose, ongone, label }) => {
  const id = 'dialog-' + ++dialogs;
  const isAlert = kind === 'alert';
  const dialog = el('dialog', {
    class: 'dialog',
    'data-kind': kind,
    role: isAlert && 'alertdialog',
    'aria-label': label,
    'aria-labelledby': title && id,
    'aria-describedby': isAlert && id + '-text',
  });
  const close = () => dialog.close();
  const top = el('div', { class: 'top' });
  if (kind === 'sheet' || kind === 'form') top.append(handle(dialog, close));
  if (title) top.append(el('h2', { id, dir: 'auto' }, title));
  if (kind === 'view') top.append(button(words.done, { onclick: close }));
  const inside = el('div', { class: 'inside', id: id + '-text' }, body);
  dialog.append(top, inside);
  if (buttons.length) dialog.append(el('div', { class: 'buttons' }, ...buttons));

  let giveBack = rememberFocus(from || document.activeElement);
  let isOutside = false;
  const misses = ({ target, clientX: x, clientY: y }) => {
    const box = dialog.getBoundingClientRect();
    return target === dialog && !isAlert && (x < box.left || x > box.right || y < box.top || y > box.bottom);
  };
  const put = () => place(dialog, from);
  dialog.addEventListener('pointerdown', (event) => (isOutside = misses(event)));
  dialog.addEventListener('click', (event) => {
    // A selection that ends outside began inside.
    const choice = isAlert || kind === 'sheet' ? '.cancel, a.btn' : '.cancel';
    if ((isOutside && misses(event)) || event.target.closest(choice)) close();
    if (leadsOut(event, dialog)) {
      giveBack = null;
      close();
    }
  });
  dialog.addEventListener('close', async () => {
    removeEventListener('resize', put);
    giveBack?.();
    onclose?.(dialog.returnValue);
    await Promise.allSettled(dialog.getAnimations().map((motion) => motion.finished));
    dialog.remove();
    ongone?.();
  });

  holdStill();
  document.body.append(dialog);
  if (!$('[autofocus]', dialog)) {
    $('a[href], button, input, select, textarea, summary', kind === 'view' ? top : inside)?.setAttribute('autofocus', '');
  }
  dialog.showModal();
  if (kind === 'sheet' && from) {
    dialog.classList.add('placed');
    put();
    addEventListener('resize', put);
  }
  return dialog;
};
