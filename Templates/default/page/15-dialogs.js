// What opens over the page: alerts, sheets, views and forms are a native <dialog> each, so that the focus stays in it,
// the page behind is inert and Escape means Cancel (A6, S2, S4, V1, M10, M11).

// In script as in 35-dialogs.css: what stands in the top layer goes by the window.
const narrow = matchMedia('(max-width: 599.98px)');

// The page behind stops scrolling and keeps its width: so wide is the scrollbar that goes.
const holdStill = () => {
  if (!$('.viewing, dialog[open]')) root.style.setProperty('--bar', innerWidth - root.clientWidth + 'px');
};

// Whether a click is on a link to a place of this page that is not within `box`.
const leadsOut = ({ target }, box) => {
  const link = target.closest('a[href^="#"]');
  return link && !box.contains(document.getElementById(link.hash.slice(1)));
};

// The handle of a sheet (M10). A click or Enter expands and minimizes, so do the arrow keys; arrow down on the small
// sheet and a long way down dismiss it.
const handle = (sheet, dismiss) => {
  let start, height, way;
  let isLarge;
  const resize = (large) => {
    sheet.classList.toggle('large', (isLarge = large));
    grip.setAttribute('aria-label', large ? words.minimize : words.expand);
  };
  const grip = el('button', {
    type: 'button',
    class: 'grip',
    onpointerdown(event) {
      [start, way, height] = [event.clientY, 0, sheet.offsetHeight];
      grip.setPointerCapture(event.pointerId);
    },
    onpointermove(event) {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      way = event.clientY - start;
      sheet.classList.add('dragged');
      sheet.style.translate = `0 ${Math.max(0, way)}px`;
      sheet.style.blockSize = height - Math.min(0, way) + 'px';
    },
    onlostpointercapture() {
      sheet.classList.remove('dragged');
      sheet.style.translate = sheet.style.blockSize = '';
      if (way > height * (isLarge ? 0.6 : 0.35)) dismiss();
      else if (Math.abs(way) > 24) resize(way < 0);
    },
    // What ends a drag is no click; the keyboard's have no detail.
    onclick: (event) => (event.detail && Math.abs(way) > 8) || resize(!isLarge),
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

// Where a popover stands: below what opened it, above where that has more room, within the window (S2, M5). One that
// scrolls is content with `enough` height.
const place = (box, from, enough = Infinity) => {
  const gap = 8;
  const { clientWidth, clientHeight } = root;
  const at = from.getBoundingClientRect();
  const below = clientHeight - at.bottom - 2 * gap;
  const above = at.top - 2 * gap;
  const isAbove = above > below && Math.min(box.offsetHeight, enough) > below;
  const set = (name, value) => box.style.setProperty(name, value + 'px');
  const fit = (value, room) => Math.max(gap, Math.min(value, room - gap));
  set('--width', at.width);
  set('--room', Math.max(isAbove ? above : below, enough));
  const { offsetWidth, offsetHeight } = box;
  set('--x', fit(root.dir === 'rtl' ? clientWidth - at.right : at.left, clientWidth - offsetWidth));
  set('--y', scrollY + fit(isAbove ? at.top - gap - offsetHeight : at.bottom + gap, clientHeight - offsetHeight));
};

// Settled when what moves has come to rest.
const rest = (node) => Promise.allSettled(node.getAnimations().map((motion) => motion.finished));

const STOPS = ':is(a[href], button, input, select, textarea, summary)';

// Gives the focus back to what opened something; where that is gone, to the next best thing around it.
const rememberFocus = (from) => {
  const path = [];
  for (let node = from; node; node = node.parentElement) path.push(node);
  return () => {
    const near = path.find((node) => node.getClientRects().length);
    (near === from ? from : $(STOPS, near))?.focus({ preventScroll: true });
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

// The Cancel of what a dataset offers: its own, if it leads somewhere.
const cancelOf = (given, title) =>
  given?.href && given.hash !== '#after-alerts' ? given : button(given ? given.textContent : title, { class: 'btn cancel' });

// Opens a modal dialog and returns it. `kind`: 'alert', 'sheet', 'view' or 'form'; `title`: words or a node; `body`: a
// node; `buttons`: a list; `from`: what opened it; `onclose(value)`: '' where it was canceled; `ongone`: when it has
// left the screen, too; `label`: its name where there is no title. `dialog.close('value')` closes it, and so do a
// button of class "cancel" and a link that is a button. Nothing opened an alert: its words have the focus, and Enter is
// its button of class "usual".
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
  // Headings of details begin one below a view's.
  if (title) top.append(el(kind === 'view' ? 'h3' : 'h2', { id, dir: 'auto' }, title));
  if (kind === 'view') top.append(button(words.done, { onclick: close }));
  const inside = el('div', { class: 'inside', id: id + '-text', tabindex: from ? null : -1 }, body);
  dialog.append(top, inside);
  if (buttons.length) dialog.append(el('div', { class: 'buttons' }, ...buttons));

  let giveBack = rememberFocus(from || document.activeElement);
  let isOutside = false;
  const put = () => place(dialog, from);
  // Its parts fill a dialog: what is on none of them is outside. A selection that ends there began inside.
  dialog.addEventListener('pointerdown', ({ target }) => (isOutside = target === dialog && !isAlert));
  dialog.addEventListener('click', (event) => {
    if ((isOutside && event.target === dialog) || event.target.closest('.cancel, a.btn')) close();
    if (leadsOut(event, dialog)) {
      giveBack = null;
      close();
    }
  });
  inside.addEventListener('keydown', ({ key, target }) => key === 'Enter' && target === inside && $('.usual', dialog)?.click());
  dialog.addEventListener('close', async () => {
    removeEventListener('resize', put);
    frame.inert = !!$('dialog[open]');
    giveBack?.();
    onclose?.(dialog.returnValue);
    await rest(dialog);
    dialog.remove();
    ongone?.();
  });

  const first = from ? $('[autofocus]', dialog) || $(STOPS + ':not(.grip)', dialog) : inside;
  first?.setAttribute('autofocus', '');
  holdStill();
  document.body.append(dialog);
  dialog.showModal();
  frame.inert = true;
  if (kind === 'sheet' && from) {
    dialog.classList.add('placed');
    put();
    addEventListener('resize', put);
  }
  return dialog;
};
