// Carries out what `query` says of the messages each time it changes: order, filter and search, chips and words.

import { announce, say, words } from './base.js';
import {
  listFilters, listHome, listListeners, listReady, listSections, messageCount, orderBy, refreshList, shownCount,
} from './list.js';
import { FILTERS, query } from './state.js';
import { listenTo, mark } from './search.js';
import { box, offerMessages, passing, showRadios, tools, toolsIn } from './filter.js';
import { arrange, comparing, inOrder } from './order.js';
import { chipsNow, draw } from './chips.js';

// `text` says how many of how many are shown: it stands in `place` while one of `names` is in force, and where none is
// shown, a way back beside it.
export const sayShown = (place, text, shown, names, field) => {
  const [line, reset] = place.children;
  const said = names.some((name) => query[name].length) ? text : '';
  reset.hidden = !said || shown;
  reset.onclick = () => {
    query.set(Object.fromEntries(names.map((name) => [name, []])));
    field.focus();
  };
  if (line.textContent === said) return;
  line.textContent = said;
  announce(text);
};

// Settled when the page is as its address asks for.
export const arranged = listReady.then(() => {
  if (!listSections.length) return;
  const [search, bar, found] = toolsIn(tools);
  const field = box(search);
  const refresh = async () => {
    const { sort } = query;
    showRadios();
    draw(bar, chipsNow(), field);
    const compare = await comparing();
    // Somebody has chosen another order meanwhile.
    if (sort !== query.sort) return;
    orderBy(inOrder(compare));
    listFilters.set('query', passing(query));
    await refreshList();
    arrange(compare);
  };
  offerMessages();
  listenTo(field);
  if (messageCount > 4 || query.text.length) listHome.prepend(search);
  else search.remove();
  listSections[0].element.before(...tools.children);
  query.listeners.push(refresh);
  listListeners.push(mark, () => {
    const text = shownCount ? say('shownOf', { shown: shownCount, total: messageCount }) : words.noMatches;
    sayShown(found, text, shownCount, FILTERS, field);
  });
  return refresh();
});
