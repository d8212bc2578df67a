// Keys: from cell to cell, to its details, away with it, to the search, to now; and the list of them. No key acts in
// a field, in a dialog or with a modifier, and all of them can be switched off.

const KEYS = [
  ['j', 'keyNext'],
  ['k', 'keyPrevious'],
  ['o', 'keyOpen'],
  ['x', 'keyClear'],
  ['/', 'keySearch'],
  ['n', 'keyNow'],
  ['?', 'keyHelp'],
];

// Messages by their numbers, since most of a very large page's wait; entries themselves.
const cellsInOrder = () => [
  ...list.sections.filter(({ element }) => isShown(element)).flatMap(({ shown }) => shown),
  ...$$('.e').filter(isShown),
];

const stepBy = (by) => {
  const order = cellsInOrder();
  const cell = cellOf(document.activeElement);
  let at = cell ? order.indexOf(cell.matches('.m') ? list.numberOf(cell) : cell) : -1;
  if (at < 0) {
    // From nowhere: the first cell in sight, or the one before it.
    const seen = $$('.m, .e').find((one) => isShown(one) && one.getBoundingClientRect().top >= 0);
    at = seen ? order.indexOf(seen.matches('.m') ? list.numberOf(seen) : seen) : 0;
    if (by > 0) at -= 1;
  }
  const next = order[at + by];
  if (next === undefined) return;
  const target = next.tagName ? next : list.reveal(next);
  focusCell(target);
  target.scrollIntoView({ block: 'nearest' });
};

const pressIn = (...selectors) => {
  const cell = cellOf(document.activeElement);
  const target = cell && selectors.map((selector) => $(selector, cell)).find(Boolean);
  target?.click();
  return target;
};

const openCell = () => pressIn('.d > summary', '.t a', '.more > summary', '.k a', '.l a');

const showKeys = () => {
  const use = el('input', { type: 'checkbox', checked: store.get('keys') !== false });
  use.addEventListener('change', () => store.set('keys', (usesKeys = use.checked)));
  const dialog = present({
    kind: 'form',
    title: el('label', {}, use, words.keys),
    body: el('dl', { class: 'keys' }, ...KEYS.map(([key, word]) =>
      el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, words[word])))),
    buttons: [button(words.done, { onclick: () => dialog.close() })],
    from: help,
  });
};

let usesKeys = store.get('keys') !== false;
const help = button('', { class: 'btn help', onclick: showKeys }, el('kbd', { 'aria-hidden': 'true' }, '?'), words.keys);

const ACTS = {
  j: () => stepBy(1),
  k: () => stepBy(-1),
  o: openCell,
  x: () => pressIn('.clear'),
  n: jumpToNow,
  '?': showKeys,
  '/': () => $('#search')?.focus(),
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(target) || $('dialog[open]')) return;
  // Enter belongs to what has the focus; it is ours where that is a cell.
  const act = key === 'Enter' ? target.matches('.m, .e') && openCell : usesKeys && ACTS[key];
  if (!act) return;
  event.preventDefault();
  act();
});

if (list.count || list.home || timeline) $('main').append(help);
