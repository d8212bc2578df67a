// Carries out what `query` says of the messages each time it changes: order, filter and search, chips and words.

// Says in `place` how many of how many are shown while one of `names` is in force, and where none is, the way back.
const sayShown = (place, key, shown, total, names, field) => {
  const isFiltered = names.some((name) => query[name].length);
  const full = say(key, { shown, total });
  const text = !isFiltered ? '' : shown || key !== 'shownOf' ? full : words.noMatches;
  if (text === place.said) return;
  place.replaceChildren(text, ...(isFiltered && !shown ? [button(words.reset, { onclick() {
    query.set(Object.fromEntries(names.map((name) => [name, []])));
    $(field)?.focus();
  } })] : []));
  if (place.said !== undefined || text) announce(text || full);
  place.said = text;
};

let refreshing = 0;
let inForce;
const refresh = async () => {
  showRadios();
  drawBar();
  mark();
  const wanted = JSON.stringify([...FILTERS, 'sort'].map((key) => query[key]));
  if (wanted === inForce) return;
  inForce = wanted;
  const mine = ++refreshing;
  const compare = await comparing();
  const passes = await passing(query, () => mine !== refreshing);
  if (mine !== refreshing) return;
  list.compare = compare;
  list.filters.set('query', passes);
  arrange();
  await list.refresh();
};

list.ready.then(() => {
  if (!list.count) return;
  const found = el('p', { class: 'found' });
  offerMessages();
  makeBar();
  followRadios();
  if (list.count > 4 || query.text.length) list.home.prepend(searchField('text', words.searchMessages, 'search'));
  list.sections[0].element.before(...('wrapped' in list.home.dataset ? [el('p', { class: 'group' }, words.filterBy)] : []), bar, found);
  query.listeners.push(refresh);
  list.listeners.push(mark, () => sayShown(found, 'shownOf', list.shown, list.count, FILTERS, '#search'));
  inForce = JSON.stringify([...FILTERS.map(() => []), query.standard.split(',')]);
  refresh();
});
