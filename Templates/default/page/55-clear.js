// Clearing (M8, M9): a message by its button, a category by its header's. A toast takes it back; later the overview and
// the end of the lists offer what is cleared. What is cleared is known by its fingerprint, on this device and for later
// runs, too; the verdict never changes by it.

const storedKeys = () => new Set([].concat(store.get('cleared') || []));
// Fingerprints, those of other reports among them.
const clearedKeys = storedKeys();
let showsCleared = false;
// The fingerprints of what can be cleared beside the messages.
const otherKeys = [];
const isCleared = (key) => clearedKeys.has(key);
const countCleared = () => messageKeys.concat(otherKeys).filter(isCleared).length;

const refreshCleared = async () => {
  await listReady;
  showsCleared &&= countCleared() > 0;
  await refreshList();
};

// What is stored is read anew: meanwhile another tab may have cleared something. The latest 5,000 are kept.
const putCleared = (keys, isGone) => {
  const stored = storedKeys();
  for (const set of [clearedKeys, stored]) {
    for (const key of keys) set[isGone ? 'add' : 'delete'](key);
  }
  store.set('cleared', [...stored].slice(-5000));
  return refreshCleared();
};

// `next` and `back` find what takes the focus: after clearing, and after that is undone.
const clearKeys = async (keys, next, back) => {
  const before = countCleared();
  await putCleared(keys, true);
  next()?.focus();
  toast(say('cleared', { count: countCleared() - before }), async () => {
    await putCleared(keys, false);
    back().focus();
  });
};

// A message or a banner has one button: it clears what is in sight and restores what is cleared.
const dressCell = (node, key, name, place = node) => {
  const isGone = isCleared(key);
  let control = $(':scope > .clear', place);
  if (control && isGone === node.matches('.gone')) return control;
  if (!control) place.append((control = el('button', { type: 'button' })));
  const label = isGone ? words.restore : name;
  node.classList.toggle('gone', isGone);
  control.className = isGone ? 'clear btn' : 'clear';
  control.replaceChildren(isGone ? label : icon('close'));
  control.setAttribute('aria-label', say('labelWithValue', { label, value: ($('.t', node) || $('.u', node)).lastChild.textContent.trim() }));
  return control;
};

// "Cleared on this device: 3", with a button that shows them among the others and hides them again.
const clearedLine = () => {
  const text = el('span');
  const control = button('', { class: 'plain', onclick() {
    showsCleared = !showsCleared;
    refreshCleared();
  } });
  const line = el('p', { class: 'note sub cleared', hidden: true }, text, ' ', control);
  listListeners.push(() => {
    const count = countCleared();
    line.hidden = !count;
    text.textContent = say('clearedByYou', { count });
    control.textContent = say(showsCleared ? 'hideCleared' : 'showCleared', { count });
  });
  return line;
};

$('#overview > div')?.append(clearedLine());

let toggleCell;
if (listHome) {
  const numbers = new WeakMap();
  const isGone = (i) => isCleared(messageKeys[i]);

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
    const keys = [messageKeys[i]];
    if (isGone(i)) return putCleared(keys, false);
    const hadFocus = cell.contains(document.activeElement);
    const near = [cell, cell.nextElementSibling, cell.previousElementSibling];
    if (!showsCleared) dropCell(cell, i);
    const next = () => {
      const neighbour = near.find((each) => each?.isConnected);
      return hadFocus ? (neighbour ? $('.clear', neighbour) : heading(list.section[i])) : null;
    };
    return clearKeys(keys, next, () => back(i));
  };

  const dress = (cell, i) => {
    numbers.set(cell, i);
    dressCell(cell, messageKeys[i], words.clearMessage);
  };

  for (const [place, section] of listSections.entries()) {
    const clearAll = () => {
      const items = section.shown.filter((i) => !isGone(i));
      clearKeys(items.map((i) => messageKeys[i]), () => heading(place), () => back(items[0]));
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
  listFilters.set('cleared', (i) => showsCleared || !isGone(i));
}
