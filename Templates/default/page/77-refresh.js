// Carries out what `query` says, each time it changes: order, filter and search, then the words and chips about them.

let refreshing = 0;
const refresh = async () => {
  const mine = ++refreshing;
  const compare = await comparing(query.sort);
  const passes = await passing(query.values);
  if (mine !== refreshing) return;
  list.compare = compare;
  if (isFiltered()) list.filters.set('query', passes);
  else list.filters.delete('query');
  arrange(query.sort);
  await list.refresh();
};

// What the messages are sorted, filtered and searched by, without what concerns the timeline alone.
const sayInForce = () => JSON.stringify([query.sort, query.values.category, query.values.urgency, query.values.change, query.values.file, query.values.text]);

list.ready.then(() => {
  if (!list.count) return;
  addMessageDimensions();
  let before = JSON.stringify([query.standard, [], [], [], [], []]);
  const follow = () => {
    showRadios();
    drawBar();
    mark();
    const now = sayInForce();
    if (now !== before) refresh();
    before = now;
  };
  list.home.prepend(...(list.count > 4 || query.values.text.length ? [searchField('text', words.searchMessages, 'search')] : []));
  (list.sections[0].element).before(feedback, found);
  for (const radio of $$('.filter input', list.home)) radio.addEventListener('change', chooseRadio);
  query.listeners.push(follow);
  let said = '';
  list.listeners.push(() => {
    const text = sayFound();
    if (text !== said && (said || isFiltered())) announce(text);
    said = text;
    mark();
  });
  follow();
});
