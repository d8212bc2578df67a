// Keys: from cell to cell, to its details, away with it, to the search, to now; and the list of them. No key acts in
// a field, in a dialog or with a modifier, and all of them can be switched off.

// Messages by their numbers, since most of a very large page's wait; entries themselves.
const cellsInOrder = () => [
  ...listSections.filter(({ element }) => isShown(element)).flatMap(({ shown }) => shown),
  ...$$('.e').filter(isShown),
];

const stepBy = (way) => {
  const order = cellsInOrder();
  let from = cellOf(document.activeElement);
  // From nowhere: the first cell in sight, or the one before it.
  const isNowhere = !isShown(from);
  if (isNowhere) from = $$('.m, .e').find((cell) => isShown(cell) && cell.getBoundingClientRect().top > 96);
  const at = order.indexOf(from?.matches('.m') ? numberOfCell(from) : from);
  const next = order[at + (isNowhere && way > 0 ? 0 : way)];
  if (next === undefined) return;
  const cell = next.id ? next : document.getElementById('m' + messageIds[next]) || revealMessage(next);
  focusCell(cell);
  cell.scrollIntoView({ block: 'nearest' });
};

const pressIn = (...selectors) => {
  const cell = cellOf(document.activeElement);
  if (cell) selectors.map((selector) => $(selector, cell)).find(Boolean)?.click();
};

// The list of them stands in components/keys.page.
const [keysTitle, keysList, help] = $('#keys').content.children;
const usesKeys = $('input', keysTitle);
usesKeys.checked = store.get('keys') !== false;
usesKeys.onchange = () => store.set('keys', usesKeys.checked);
const showKeys = () => present({
  kind: 'form', title: keysTitle, body: keysList, buttons: [leaver(words.done)], from: help,
});
help.onclick = showKeys;
if ($('.m, .e')) $('main').append(help);

const KEYS = {
  j: () => stepBy(1),
  k: () => stepBy(-1),
  o: () => pressIn('.d > summary', '.t a', '.more > summary', '.k a', '.l a'),
  x: () => pressIn('.clear'),
  '/': () => $('#search')?.focus(),
  n: jumpToNow,
  '?': showKeys,
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || !isPlain(event) || isTyping(target) || $('dialog[open]')) return;
  // Enter belongs to what has the focus: it is ours where that is a cell.
  const act = key === 'Enter' ? target.matches('.m, .e') && KEYS.o : usesKeys.checked && KEYS[key];
  if (!act) return;
  event.preventDefault();
  act();
});
