// Links to single messages and entries: one to copy in the cell that is pointed at or holds the focus, and the way
// to the place that the page's address names, wherever on a very large page its message waits (M9, M14, T8).

const linker = el('a', { class: 'linker' }, icon('link'));
const cellOf = (node) => node.closest?.('.m, .e');

// One link for all cells: a hundred thousand would be as many elements, and as many stops for Tab.
const offerLink = ({ target }) => {
  const cell = cellOf(target);
  if (!cell || cell.contains(linker) || linker === document.activeElement) return;
  const title = $('.t', cell)?.textContent || '';
  linker.setAttribute('href', '#' + cell.id);
  linker.setAttribute('aria-label', say('labelWithValue', { label: words.copyLink, value: title }));
  linker.title = words.copyLink;
  linker.classList.remove('done');
  ($('.cell', cell) || cell).append(linker);
};

// Asks a browser that allows it; whether it did.
const copyLink = async (address) => {
  try {
    await navigator.clipboard.writeText(address);
    announce(words.copied);
    return true;
  } catch {
    return false;
  }
};

// The cell that was linked to, where there is one.
const markCell = (cell) => {
  $('.here')?.classList.remove('here');
  cell?.classList.add('here');
};

linker.addEventListener('click', async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    history.replaceState(null, '', linker.hash);
  } catch {
    // A page in a sandbox has no history.
  }
  markCell(cellOf(linker));
  linker.classList.toggle('done', await copyLink(linker.href));
});

// What is nearby changes its height when it comes into sight, so the place is sought until it stays.
const centerCell = (cell, tries = 12) => {
  const before = cell.getBoundingClientRect().top;
  cell.scrollIntoView({ block: 'center' });
  if (tries && Math.abs(before - cell.getBoundingClientRect().top) > 1) {
    requestAnimationFrame(() => centerCell(cell, tries - 1));
  }
};

// Takes away whatever keeps a message or an entry from being shown.
const showEverything = async () => {
  const all = $('#category-0');
  if (all && !all.checked) all.click();
  if (typeof query === 'object') query.set(Object.fromEntries(FILTERS.map((name) => [name, []])));
  await list.refresh();
};

const isShown = (cell) => cell?.getClientRects().length > 0;

const followAddress = async () => {
  markCell();
  const id = /^#([me]\d+)$/.exec(location.hash)?.[1];
  if (!id) return;
  await list.ready;
  const find = () => {
    const i = id[0] === 'm' ? list.ids.indexOf(+id.slice(1)) : -1;
    return i < 0 ? document.getElementById(id) : list.reveal(i);
  };
  let cell = find();
  if (!isShown(cell)) {
    // What is linked to is shown, whatever else was chosen.
    await showEverything();
    cell = find();
  }
  if (!isShown(cell)) return;
  if (cell.matches('.m, .e')) markCell(cell);
  focusCell(cell);
  centerCell(cell);
};

const focusCell = (cell) => {
  cell.tabIndex = -1;
  cell.focus({ preventScroll: true });
};

for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, offerLink);
addEventListener('hashchange', followAddress);
followAddress();
