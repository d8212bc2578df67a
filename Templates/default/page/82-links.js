// Links to single messages and entries: one to copy in the cell that is pointed at or holds the focus, and the way
// to the place that the page's address names, wherever on a very large page its message waits (M9, M14, T8).

const linker = el('a', { class: 'linker', title: words.copyLink }, '#');
const cellOf = (node) => node.closest?.('.m, .e');
const isShown = (cell) => cell?.getClientRects().length > 0;

// One link for all cells: a hundred thousand would be as many elements, and as many stops for Tab.
const offerLink = ({ target }) => {
  const cell = cellOf(target);
  if (!cell || cell.contains(linker) || linker.matches(':focus-visible')) return;
  const value = $('.t', cell)?.textContent || '';
  linker.setAttribute('href', '#' + cell.id);
  linker.setAttribute('aria-label', say('labelWithValue', { label: words.copyLink, value }));
  linker.classList.remove('done');
  ($('.cell', cell) || cell).append(linker);
};

// The cell that is linked to, where there is one.
const markCell = (cell) => {
  $('.here')?.classList.remove('here');
  cell?.classList.add('here');
};

linker.addEventListener('click', async (event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  markCell(cellOf(linker));
  try {
    history.replaceState(null, '', linker.hash);
    await navigator.clipboard.writeText(linker.href);
    linker.classList.add('done');
    announce(words.copied);
  } catch {
    // A sandbox may allow neither.
  }
});

const focusCell = (cell) => {
  cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
};

// What is nearby changes its height when it comes into sight, so the place is sought a few times.
const centerCell = (cell, tries = 8) => {
  cell.scrollIntoView({ block: 'center' });
  if (tries) requestAnimationFrame(() => centerCell(cell, tries - 1));
};

// Takes away whatever keeps messages and entries from being shown.
const showEverything = () => {
  $('#category-0:not(:checked)')?.click();
  if (typeof cleared === 'object') cleared.areShown = true;
  query.set({ ...nothing, sort: query.sort });
  list.refresh();
};

// For a second at most.
const until = async (isSo) => {
  for (let tries = 20; tries && !isSo(); tries -= 1) await new Promise((resume) => setTimeout(resume, 50));
};

// What is linked to is shown, whatever else was chosen.
const followAddress = async () => {
  markCell();
  const [, id, kind, digits] = /^#((m|e)(\d+))$/.exec(location.hash) || [];
  if (!id) return;
  await list.ready;
  // A filter in the address comes into force first.
  if (location.search) await until(() => list.filters.has('query'));
  const i = kind === 'm' ? list.ids.indexOf(+digits) : -1;
  const find = () => (i < 0 ? document.getElementById(id) : list.reveal(i));
  await list.refresh();
  let cell = find();
  if (!isShown(cell)) showEverything();
  await until(() => isShown((cell = find())));
  if (!isShown(cell)) return;
  markCell(cellOf(cell));
  focusCell(cell);
  centerCell(cell);
};

for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, offerLink);
addEventListener('hashchange', followAddress);
followAddress();
