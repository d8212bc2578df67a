// Clearing (M8, M9): a message by its button, a category by its header's. A toast takes it back; later the overview and
// the end of the lists offer what is cleared. It stays so on this device and for later runs, too (22-memory.js); the
// verdict never changes by it.

let ordinals = new Map();
const cleared = memory('cleared', 5000, (i) => ordinals.get(i));
let showsCleared = false;
// Banners that have gone by themselves, until they are shown again. Nobody has cleared them.
const departed = new Set();
const canGo = (i) => !above[i] || above[i].matches('[data-dismissible], [data-seconds]');
const isGone = (i) => canGo(i) && cleared.has(i);
const countCleared = () => messageKeys.filter((_, i) => isGone(i)).length;

const refreshCleared = async () => {
  await listReady;
  showsCleared &&= countCleared() > 0;
  await refreshList();
};

const putCleared = (items, goes) => {
  cleared.set(items, goes);
  return refreshCleared();
};

// `next` and `back` find what takes the focus: after clearing, and after that is undone.
const clearMessages = async (items, next, back) => {
  await putCleared(items, true);
  next()?.focus();
  toast(say('cleared', { count: items.length }), async () => {
    await putCleared(items, false);
    back().focus();
  });
};

// A message or a banner has one button: it clears what is in sight and restores what is cleared.
const dressCell = (node, i, name, place = node) => {
  const goes = isGone(i);
  let control = $(':scope > .clear', place);
  if (control && goes === node.matches('.gone')) return control;
  if (!control) place.append((control = el('button', { type: 'button' })));
  const label = goes ? words.restore : name;
  node.classList.toggle('gone', goes);
  control.className = goes ? 'clear btn' : 'clear';
  control.replaceChildren(goes ? label : icon('close'));
  control.setAttribute('aria-label', say('labelWithValue', { label, value: titleIn($('.t', node) || $('.u', node)) }));
  return control;
};

// "Cleared on this device: 3", with a button that shows them among the others and hides them again; and one for the
// banners that have gone by themselves, which then stay.
const clearedLine = () => {
  const text = el('span');
  const control = button('', { class: 'plain', onclick() {
    showsCleared = !showsCleared;
    refreshCleared();
  } });
  const again = button('', { class: 'plain', async onclick() {
    const [first] = departed;
    departed.clear();
    await refreshCleared();
    $('.clear', above[first]).focus();
  } });
  const line = el('p', { class: 'note sub cleared', hidden: true }, text, ' ', control);
  listListeners.push(() => {
    const count = countCleared();
    const { size } = departed;
    line.hidden = !count && !size;
    text.hidden = control.hidden = !count;
    again.textContent = say('showHiddenBanners', { count: size });
    if (size) line.append(again);
    else again.remove();
    text.textContent = say('clearedByYou', { count });
    control.textContent = say(showsCleared ? 'hideCleared' : 'showCleared', { count });
  });
  return line;
};

$('#overview > div')?.append(clearedLine());
listFilters.set('cleared', (i) => !departed.has(i) && (showsCleared || !isGone(i)));

let toggleCell;
if (listHome) {
  const numbers = new WeakMap();

  // The heading of the next category in sight, else of the first; else what shows the cleared ones.
  const heading = (place) => {
    const section = [...listSections.slice(place), ...listSections].find(({ element }) => element.offsetParent);
    const found = section ? $('h3', section.element) : $('.cleared > .plain', listHome);
    if (section) found.tabIndex = -1;
    return found;
  };

  const back = (i) => $('.clear', document.getElementById('m' + messageIds[i]) || revealMessage(i));

  // Clears a message, or restores it. Only who had the focus on it is led on.
  toggleCell = (cell) => {
    const i = numbers.get(cell);
    if (isGone(i)) return putCleared([i], false);
    const hadFocus = cell.contains(document.activeElement);
    const near = [cell, cell.nextElementSibling, cell.previousElementSibling];
    if (!showsCleared) dropCell(cell, i);
    const next = () => {
      const neighbour = near.find((each) => each?.isConnected);
      return hadFocus ? (neighbour ? $('.clear', neighbour) : heading(list.section[i])) : null;
    };
    return clearMessages([i], next, () => back(i));
  };

  const dress = (cell, i) => {
    numbers.set(cell, i);
    dressCell(cell, i, words.clearMessage);
  };

  for (const [place, section] of listSections.entries()) {
    const clearAll = () => {
      const items = section.shown.filter((i) => !isGone(i));
      clearMessages(items, () => heading(place), () => back(items[0]));
    };
    $('.hd', section.element).append(button(words.clear, {
      class: 'plain', 'aria-label': say('labelWithValue', { label: words.clear, value: section.title }), onclick: clearAll,
    }));
  }

  // Header cells count what is in sight.
  listListeners.push(() => {
    for (const { element, shown, first, end } of listSections) {
      const total = end - first;
      const { length: position } = shown;
      $('.n', element).textContent = position < total ? say('positionOf', { position, total }) : number(total);
      $('.plain', element).hidden = shown.every(isGone);
    }
    for (const cell of $$('.m', listHome)) dress(cell, numbers.get(cell));
  });

  listHome.append(clearedLine());
  listHome.addEventListener('click', ({ target }) => {
    const control = target.closest('.m > .clear');
    if (control) toggleCell(control.parentElement);
  });
  listDecorators.push(dress);
}
