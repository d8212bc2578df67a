// Details. Those of a message open a view of the whole message, with buttons for the previous and
// next one: a side panel on wide screens, otherwise a dialog. Those of alerts, banners and entries
// open in a dialog. The elements move there and back instead of being copied.

import { $, $$, announce, copied, copyTool, isPlain, labeled, MESSAGE, nav, on, positionOf, store, viewed, words } from './base.js';
import { disclose, isWide, present, standing } from './dialogs.js';
import { listGroups, listHome, listListeners, revealMessage } from './list.js';
import { mark } from './search.js';

const copy = async (node, status) => {
  const isCopied = await copied(node.textContent);
  status.textContent = isCopied ? words.copied : words.notCopied;
  if (isCopied) return;
  getSelection().selectAllChildren(node);
  announce(words.notCopied);
};

// A button that copies the words of a node.
const copier = (node) => {
  const tool = copyTool.cloneNode(true);
  const [status, control] = tool.children;
  control.onclick = () => copy(node, status);
  if (node.matches('pre')) return tool;
  control.className = 'plain';
  control.ariaLabel = labeled(control.title, node.textContent);
  return tool;
};
const offerCopies = (body) => $$('pre', body).forEach((pre) => pre.before(copier(pre)));
const dropCopies = (body) => $$('.copy', body).forEach((tool) => tool.remove());

// The open view: its message's number and cell, the opener, the dialog, and the original parent of
// the moved rest (`home`).
let view = null;

const [before, after, place] = nav.children;
const numbers = () => listGroups.flatMap(({ inSight }) => inSight);
const step = (way) => {
  const all = numbers();
  const next = all[all.indexOf(view.i) + way];
  if (next >= 0) showMessage(next);
};
before.onclick = () => step(-1);
after.onclick = () => step(1);

const sayPlace = () => {
  const all = numbers();
  const position = all.indexOf(view.i) + 1;
  place.textContent = positionOf(position, all.length);
  before.ariaDisabled = position < 2;
  after.ariaDisabled = position === all.length;
};

// Copies the row and moves the rest into the view.
const take = () => {
  const { cell, dialog } = view;
  const row = $('[data-row] > summary, div[data-row]', cell);
  const rest = $('[data-rest]', cell);
  Object.assign(viewed.dataset, cell.dataset);
  viewed.replaceChildren(...row.cloneNode(true).childNodes);
  dialog.ariaLabel = $('h4', viewed).textContent;
  cell.toggleAttribute('data-seen', true);
  view.home = rest?.parentNode;
  if (rest) viewed.append(rest);
  for (const node of $$(':scope > h4, [data-file]', viewed)) node.after(copier(node));
  for (const part of $$('[data-details]', viewed)) part.parentNode.open = true;
  offerCopies(viewed);
};

const giveBack = () => {
  const { cell, home } = view;
  dropCopies(viewed);
  for (const part of $$('[data-details]', viewed)) part.parentNode.open = false;
  home?.append($('[data-rest]', viewed));
  cell.toggleAttribute('data-seen', false);
};

const acts = { escape: () => view.dialog.close(), beforeprint: giveBack, afterprint: take };

// The focus returns to the opener if it is in the message's row and visible, otherwise to the row.
// A focused element in the list keeps it.
const end = () => {
  if (!view) return;
  const { cell, opener } = view;
  standing.delete(acts);
  giveBack();
  view = null;
  cell.tabIndex = -1;
  const { activeElement } = document;
  if (activeElement !== opener && listHome.contains(activeElement)) return;
  const next = cell.contains(opener) && opener.checkVisibility() ? opener : $('[data-row] > summary', cell) || cell;
  next.focus({ preventScroll: true });
};

on(document, 'keydown', (event) => {
  const { key, target } = event;
  if (!view || event.defaultPrevented || !isPlain(event)) return;
  const way = { j: 1, k: -1 }[key];
  if (!way || !view.dialog.contains(target) || store.get('keys') === false) return;
  event.preventDefault();
  step(way);
});

// Opens a message in the view. If the view is open already, the focus stays.
const showMessage = (i) => {
  const cell = revealMessage(i, 'nearest');
  if (!cell) return;
  if (view) giveBack();
  const opener = view ? view.opener : document.activeElement;
  const dialog = view?.dialog ||
    present({ kind: 'view', label: ' ', nav, body: viewed, from: { focus: end }, onclose: end });
  standing.add(acts);
  view = { i, cell, opener, dialog };
  take();
  sayPlace();
  viewed.parentNode.scrollTop = 0;
  mark();
  announce(dialog.ariaLabel);
};

disclose('[data-details]', (body, summary) => {
  const cell = summary.closest(MESSAGE);
  if (cell?.number >= 0 && $('[data-row] h4', cell)) return showMessage(cell.number);
  offerCopies(body);
  return present({
    kind: 'view',
    title: ($('bdi', summary) || summary).textContent,
    body,
    from: summary,
    onclose: () => dropCopies(body),
  });
});

// On wide screens, a click on a row with more to say shows its message in the panel; beside an open
// panel, any row does.
listHome?.addEventListener('click', (event) => {
  const row = event.target.closest('[data-row] > summary, div[data-row]');
  if (!row || !isPlain(event) || event.target.closest('a') || !(view || (isWide() && row.matches('summary')))) return;
  event.preventDefault();
  showMessage(row.closest(MESSAGE).number);
});

// Closes the view if a filter hides its message.
listListeners.push(() => {
  if (view?.cell.isConnected) sayPlace();
  else view?.dialog.close();
});
