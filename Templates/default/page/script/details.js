// Details (V1, V2). Those of a message open as a view of all of it, from which one goes on to the messages before and after
// it: a side panel on a desk, else a dialog. Those of alerts, banners and entries open in a dialog. What is shown moves
// there and back, so that nothing stands twice.

import { $, $$, announce, button, el, icon, isPlain, MESSAGE, root, say, store, words } from './base.js';
import { disclose, present, standing } from './dialogs.js';
import { listHome, listListeners, listSections, messageIds, revealMessage } from './list.js';
import { mark } from './search.js';

const copy = async (node, status) => {
  try {
    await navigator.clipboard.writeText(node.textContent);
    status.textContent = words.copied;
  } catch {
    getSelection().selectAllChildren(node);
    status.textContent = words.notCopied;
  }
  announce(status.textContent);
};

// A button that copies the words of a node. That of code stands before it and says "Copy"; others say what they copy.
const copier = (node, isCode) => {
  const status = el('span', { class: 'sub' });
  const name = say('labelWithValue', { label: words.copy, value: node.textContent });
  const control = button(words.copy, { ...(!isCode && { class: 'plain', 'aria-label': name }), onclick: () => copy(node, status) });
  const tool = isCode ? el('p', { class: 'copy' }, status, control) : el('span', { class: 'copy' }, control, status);
  node[isCode ? 'before' : 'after'](tool);
  return tool;
};
const copiers = (body) => $$('pre', body).map((pre) => copier(pre, true));

// The view that is open: the number of its message, the cell, what opened it, its dialog, and what moves all back.
let view = null;

const viewed = el('div', { class: 'viewed' });
const place = el('span', { class: 'sub' });
const numbers = () => listSections.flatMap(({ shown }) => shown);
const step = (way) => {
  const all = numbers();
  const next = all[all.indexOf(view.i) + way];
  if (next >= 0) showMessage(next);
};
const stepper = (way, label) => button(icon('chevron'), { 'aria-label': label, title: label, onclick: () => step(way) });
const steppers = [stepper(-1, words.previousMessage), stepper(1, words.nextMessage)];
const nav = el('div', { class: 'nav' }, ...steppers, place);

const sayPlace = () => {
  const all = numbers();
  const at = all.indexOf(view.i);
  place.textContent = say('positionOf', { position: at + 1, total: all.length });
  steppers[0].ariaDisabled = at < 1;
  steppers[1].ariaDisabled = at + 1 >= all.length;
};

// The row says in short what stands here in full; what it opens to moves here. Returns what moves that back.
const take = (cell) => {
  const row = $('[data-row]', cell);
  const line = row && ($(':scope > summary', row) || row);
  const rest = $('[data-rest]', cell);
  const file = rest && $('[data-file]', rest);
  const said = $('[data-title]', cell) || $('[data-label]', cell);
  const title = el('h3', { dir: 'auto', 'data-title': '' }, ...said.cloneNode(true).childNodes);
  const meta = line ? [...line.children].filter((part) => !part.matches(file ? 'h4, [data-place]' : 'h4')) : [];
  Object.assign(viewed.dataset, { urgency: cell.dataset.urgency, key: cell.dataset.key });
  viewed.replaceChildren(el('div', { class: 'meta' }, ...meta.map((part) => part.cloneNode(true))), title);
  copier(title);
  view.dialog.ariaLabel = title.textContent;
  cell.classList.add('seen');
  if (!rest) return () => cell.classList.remove('seen');

  const tools = copiers(rest);
  if (file) tools.push(copier(file));
  const closed = $$('details:not([open]):has(> [data-details])', rest);
  for (const part of closed) part.open = true;
  const room = el('template');
  rest.replaceWith(room);
  viewed.append(rest);
  return () => {
    for (const tool of tools) tool.remove();
    for (const part of closed) part.open = false;
    room.replaceWith(rest);
    cell.classList.remove('seen');
  };
};

const acts = {
  beforeprint: () => view.giveBack(),
  afterprint: () => (view.giveBack = take(view.cell)),
};

// Everything returns to its place, and the focus to what has opened the view if that is seen, else to the row.
const end = () => {
  const { cell, from, giveBack } = view;
  standing.delete(acts);
  giveBack();
  view = null;
  const row = $('[data-row] > summary', cell) || cell;
  if (row === cell) cell.tabIndex = -1;
  if (!listHome.contains(document.activeElement)) {
    (cell.contains(from) && from.checkVisibility() ? from : row).focus({ preventScroll: true });
  }
};

const KEYS = { j: 1, k: -1, ArrowRight: 1, ArrowLeft: -1 };
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (!view || event.defaultPrevented || !isPlain(event)) return;
  if (key === 'Escape' && !$('dialog:modal')) view.dialog.close();
  const isArrow = key[1];
  if (!KEYS[key] || !view.dialog.contains(target) || (isArrow ? target.closest('pre') : store.get('keys') === false)) return;
  event.preventDefault();
  step(isArrow && root.dir === 'rtl' ? -KEYS[key] : KEYS[key]);
});

// Opens a message in the view, or shows it in the one that is open. Then the focus may stay in the list.
const showMessage = (i, from, stays) => {
  const cell = revealMessage(i, 'nearest');
  if (!cell) return;
  const dialog = view?.dialog ||
    present({ kind: 'view', label: ' ', tools: [nav], body: viewed, from: { focus: end }, isBeside: true });
  standing.add(acts);
  view?.giveBack();
  if (view && !stays && !dialog.contains(document.activeElement)) $('.cancel', dialog).focus();
  view = { i, cell, from, dialog };
  view.giveBack = take(cell);
  sayPlace();
  viewed.parentNode.scrollTop = 0;
  mark();
  announce(dialog.ariaLabel);
};
const showCell = (cell, from, stays) => showMessage(messageIds.indexOf(parseInt(cell.id.slice(1))), from, stays);

disclose('[data-details]', (body, summary) => {
  const cell = summary.closest(MESSAGE);
  if (cell && $('[data-rest]', cell)) return showCell(cell, summary);
  const tools = copiers(body);
  return present({
    kind: 'view',
    title: ($('bdi', summary) || summary).textContent,
    body,
    from: summary,
    onclose: () => tools.forEach((tool) => tool.remove()),
  });
});

// Beside the panel the list stays in use: a row that is chosen is shown there.
listHome?.addEventListener('click', (event) => {
  const row = event.target.closest('[data-row] > summary, div[data-row]');
  if (!view || !row || !isPlain(event)) return;
  event.preventDefault();
  showCell(row.closest(MESSAGE), row, event.detail);
});

// What a filter leaves out is not shown.
listListeners.push(() => {
  if (view?.cell.isConnected) sayPlace();
  else view?.dialog.close();
});
