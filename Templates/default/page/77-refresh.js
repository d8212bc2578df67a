// Carries out what `query` says of the messages each time it changes: order, filter and search, chips and words.

// "Messages shown: 3 of 27", or that nothing is left and the way back.
const found = el('p', { class: 'found' });
const isFiltered = () => FILTERS.some((key) => query[key].length);
const sayFound = () => {
  const text = !isFiltered() ? '' : list.shown ? say('shownOf', { shown: list.shown, total: list.count }) : words.noMatches;
  if (text === found.dataset.said) return;
  found.dataset.said = text;
  found.replaceChildren(text, ...(text && !list.shown ? [button(words.reset, { onclick() {
    query.set(Object.fromEntries(FILTERS.map((key) => [key, []])));
    $('#search')?.focus();
  } })] : []));
  announce(text || say('shownOf', { shown: list.shown, total: list.count }));
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
  offerMessages();
  makeBar();
  followRadios();
  if (list.count > 4 || query.text.length) list.home.prepend(searchField('text', words.searchMessages, 'search'));
  list.sections[0].element.before(...('wrapped' in list.home.dataset ? [el('p', { class: 'group' }, words.filterBy)] : []), bar, found);
  query.listeners.push(refresh);
  list.listeners.push(mark, sayFound);
  inForce = JSON.stringify([...FILTERS.map(() => []), query.standard.split(',')]);
  refresh();
});
