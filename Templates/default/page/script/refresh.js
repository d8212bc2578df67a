// Applies each change of `query` to the messages: grouping, order, filter, search, chips and texts.

import { $, announce, looks, say, words } from './base.js';
import {
  eachMessage, listFilters, listHome, listListeners, listReady, listSections, messageCount, orderBy, refreshList, shownCount,
} from './list.js';
import { FILTERS, isNarrow, isUsual, query } from './state.js';
import { listenTo, mark } from './search.js';
import { box, keptWords, offerMessages, passingMessages, sayCounts, tools, toolsIn } from './filter.js';
import { regroup } from './groups.js';
import { arrange, ordering } from './order.js';
import { chipsNow, draw } from './chips.js';
import { edge } from './overlapping.js';

// Shows `text` in `place`, with a button to reset, while one of the filters `names` is active.
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

// Resolves when the page shows the state of its address.
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
    // The reader has chosen another order meanwhile.
    if (asked !== query.sort + query.group) return;
    orderBy(sorting.order);
    passes = passingMessages(query);
    // Set last, so that it counts only messages that pass the other filters.
    listFilters.set('query', passes);
    await refreshList();
    arrange(sorting);
  };
  offerMessages();
  listenTo(field);
  // Fills the cache of words, so that the first search is fast, too.
  field.onfocus = () => eachMessage(keptWords);
  if (messageCount < 5 && !query.text[0]) search.remove();
  strip.append(looks);
  // Two messages need no tools. The news have a heading.
  if (messageCount > 2 || isNarrow(FILTERS)) ($('#news') || listSections[0].element).before(...tools.children);
  query.listeners.push(refresh);
  listListeners.push(mark, () => {
    const text = shownCount ? say('shownOf', { shown: shownCount, total: messageCount }) : words.noMatches;
    sayShown(found, text, FILTERS, field);
    sayCounts(passes, bar);
  });
  // The strip is stuck if it crosses the watched line at the window's edge or at a banner there.
  const look = (seen) => {
    const { boundingClientRect: { top }, intersectionRatio } = seen.pop();
    strip.toggleAttribute('data-stuck', top <= edge && intersectionRatio < 1);
  };
  new IntersectionObserver(look, { rootMargin: `${-edge}px 0px 0px`, threshold: [0, 1] }).observe(strip);
  await refresh();
  // Scrolls to the list of a shared view, but not after Back or a reload.
  const isShared = [...FILTERS, 'sort', 'group'].some((name) => !isUsual(name));
  if (isShared && !location.hash && !performance.navigation.type) listHome.scrollIntoView();
});
