// Clearing (M8, M9): a message by its button, a category by its header's. A toast takes it back; later the overview and
// the end of the lists offer what is cleared. What is cleared is known by its fingerprint, on this device and for later
// runs, too; the verdict never changes by it.

const cleared = {
  // Fingerprints, those of other reports among them.
  keys: new Set(),
  areShown: false,
  // Each says how many of its own are cleared.
  counters: [() => list.keys.reduce((sum, key) => sum + cleared.keys.has(key), 0)],
  lines: [],
};

cleared.stored = () => {
  const keys = store.get('cleared');
  return new Set(Array.isArray(keys) ? keys : []);
};
cleared.keys = cleared.stored();

cleared.count = () => cleared.counters.reduce((sum, counter) => sum + counter(), 0);

cleared.refresh = async () => {
  await list.ready;
  if (!cleared.count()) cleared.areShown = false;
  await list.refresh();
};

// What is stored is read anew: meanwhile another tab may have cleared something. The latest 5,000 are kept.
cleared.put = (keys, isGone) => {
  const stored = cleared.stored();
  for (const set of [cleared.keys, stored]) {
    for (const key of keys) {
      set.delete(key);
      if (isGone) set.add(key);
    }
  }
  store.set('cleared', [...stored].slice(-5000));
  return cleared.refresh();
};

// `next` and `back` find what takes the focus: after clearing, and after that is undone.
cleared.clear = async (keys, next, back) => {
  const before = cleared.count();
  await cleared.put(keys, true);
  next()?.focus();
  toast(say('cleared', { count: cleared.count() - before }), async () => {
    await cleared.put(keys, false);
    back()?.focus();
  });
};

// A message or a banner has one button: it clears what is in sight and restores what is cleared.
cleared.dress = (node, key, name, place = node) => {
  const isGone = cleared.keys.has(key);
  let control = $(':scope > .clear', place);
  if (control && isGone === node.classList.contains('gone')) return control;
  if (!control) place.append((control = el('button', { type: 'button' })));
  const label = isGone ? words.restore : name;
  const title = $('.t', node)?.firstChild.textContent.trim();
  node.classList.toggle('gone', isGone);
  control.className = isGone ? 'clear btn' : 'clear';
  control.replaceChildren(isGone ? label : icon('close'));
  control.setAttribute('aria-label', title ? say('labelWithValue', { label, value: title }) : label);
  return control;
};

// "Cleared on this device: 3", with a button that shows them among the others and hides them again.
cleared.addLine = (put) => {
  const text = el('span');
  const toggle = async () => {
    cleared.areShown = !cleared.areShown;
    await cleared.refresh();
    if (list.home) announce(say('shownOf', { shown: list.shown, total: list.count }));
  };
  const control = button('', { class: 'plain', onclick: toggle });
  const line = el('p', { class: 'note cleared', hidden: true }, text, ' ', control);
  put(line);
  list.listeners.push(() => {
    const count = cleared.count();
    line.hidden = !count;
    text.textContent = say('clearedByYou', { count });
    control.textContent = say(cleared.areShown ? 'hideCleared' : 'showCleared', { count });
  });
};

if ($('#overview')) cleared.addLine((line) => $('#overview > div').append(line));

if (list.home) {
  const numbers = new WeakMap();
  const isGone = (i) => cleared.keys.has(list.keys[i]);
  const controlOf = (i) => $(`#m${list.ids[i]} > .clear`);

  // The heading of the first category in sight from a place on, else of the last; else what shows the cleared ones.
  const headingFrom = (place) => {
    const inSight = list.sections.filter(({ element }) => element.getClientRects().length);
    const section = inSight.find((each) => list.sections.indexOf(each) >= place) || inSight.pop();
    if (!section) return $('.cleared > .plain', list.home);
    const heading = $('h3', section.element);
    heading.tabIndex = -1;
    return heading;
  };

  const back = (i) => () => {
    if (!controlOf(i)) list.reveal(i);
    return controlOf(i);
  };

  // Clears a message, or restores it. Only who had the focus on it is led on.
  cleared.toggle = (cell) => {
    const i = numbers.get(cell);
    const keys = [list.keys[i]];
    if (isGone(i)) return cleared.put(keys, false);
    const hadFocus = cell.contains(document.activeElement);
    const place = list.section[i];
    const { shown } = list.sections[place];
    const at = shown.indexOf(i);
    const [after, before] = [shown[at + 1], shown[at - 1]];
    const next = () => (hadFocus ? controlOf(i) || controlOf(after) || controlOf(before) || headingFrom(place) : null);
    if (!cleared.areShown) list.drop(i);
    return cleared.clear(keys, next, back(i));
  };

  const addClear = (section, place) => {
    const clearAll = () => {
      const items = section.shown.filter((i) => !isGone(i));
      return cleared.clear(items.map((i) => list.keys[i]), () => headingFrom(place), back(items[0]));
    };
    section.clear = button(words.clear, { class: 'plain', onclick: clearAll }, hidden(': ' + section.title));
    $('h3', section.element).append(section.clear);
  };

  const dress = (cell, i) => {
    numbers.set(cell, i);
    cleared.dress(cell, list.keys[i], words.clearMessage);
  };

  // Header cells count what is in sight. The button is no part of the heading's name.
  const recount = () => {
    for (const { element, title, shown, first, end, clear } of list.sections) {
      const heading = $('h3', element);
      const total = end - first;
      const count = shown.length === total ? number(total) : say('positionOf', { position: shown.length, total });
      $('.n', heading).textContent = count;
      heading.setAttribute('aria-label', title + ' ' + count);
      clear.hidden = shown.every(isGone);
    }
    for (const cell of $$('.m', list.home)) dress(cell, numbers.get(cell));
  };

  list.sections.forEach(addClear);
  cleared.addLine((line) => list.home.append(line));
  list.home.addEventListener('click', ({ target }) => {
    const control = target.closest('.m > .clear');
    if (control) cleared.toggle(control.parentElement);
  });
  list.decorators.push(dress);
  list.listeners.push(recount);
  list.filters.set('cleared', (i) => cleared.areShown || !isGone(i));
}
