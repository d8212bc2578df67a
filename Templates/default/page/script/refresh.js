// Carries out what `query` says of the messages each time it changes: groups, order, filter and search, chips and words.

import { announce, say, words } from './base.js';
import {
  eachMessage, listFilters, listHome, listListeners, listReady, listSections, messageCount, orderBy, refreshList, shownCount,
} from './list.js';
import { FILTERS, isNarrow, isUsual, query } from './state.js';
import { listenTo, mark } from './search.js';
import { box, keptWords, offerMessages, passingMessages, sayCounts, tools, toolsIn } from './filter.js';
import { regroup } from './groups.js';
import { arrange, ordering } from './order.js';
import { chipsNow, draw } from './chips.js';

// `text` says how many of how many are shown: it stands in `place` while one of `names` is in force, with a way back to all.
export const sayShown = (place, text, names, field) => {
  const [line, reset] = place.children;
  const said = isNarrow(names) ? text : '';
  reset.onclick = () => {
    query.set(Object.fromEntries(names.map((name) => [name, []])));
    field.focus();
  };
  if (line.textContent === said) return;
  line.textContent = said;
  announce(text);
};

// Settled when the page is as its address asks for.
export const arranged = listReady.then(async () => {
  if (!listSections.length) return;
  const [search, bar, found] = toolsIn(tools);
  const strip = bar.parentNode;
  const field = box(search);
  let passes = {};
  const refresh = async () => {
    const asked = query.sort + query.group;
    draw(bar, chipsNow(), field);
    sayCounts(passes, bar);
    const sorting = await ordering();
    await regroup();
    // Somebody has chosen another order meanwhile.
    if (asked !== query.sort + query.group) return;
    orderBy(sorting.order);
    passes = passingMessages(query);
    // Set after the others, so that it counts what they leave.
    listFilters.set('query', passes);
    await refreshList();
    arrange(sorting);
  };
  offerMessages();
  listenTo(field);
  // So that the first search answers at once, too.
  field.onfocus = () => eachMessage(keptWords);
  if (messageCount < 5 && !query.text.length) search.remove();
  listSections[0].element.before(...tools.children);
  query.listeners.push(refresh);
  listListeners.push(mark, () => {
    const text = shownCount ? say('shownOf', { shown: shownCount, total: messageCount }) : words.noMatches;
    sayShown(found, text, FILTERS, field);
    sayCounts(passes, bar);
  });
  // At the window's edge a part of it is beyond the line that is watched.
  const look = (seen) => {
    const { boundingClientRect: { top }, intersectionRatio } = seen.pop();
    strip.toggleAttribute('data-stuck', top < 2 && intersectionRatio < 1);
  };
  new IntersectionObserver(look, { rootMargin: '-1px 0px 0px', threshold: [0, 1] }).observe(strip);
  await refresh();
  // A shared view begins at its list; on the way back and when it is loaded again it is where it was.
  const isShared = [...FILTERS, 'sort', 'group'].some((name) => !isUsual(name));
  if (isShared && !location.hash && !performance.navigation.type) listHome.scrollIntoView();
});
