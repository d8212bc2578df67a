// Groups of similar messages: the disclosure counts its shown members and opens if a filter hides
// some of them or words are searched for. A reader's choice stays until the filter changes this.

import { $, $$, positionOf } from './base.js';
import { list, listListeners, listSections } from './list.js';
import { query } from './state.js';

const groups = new Map();
for (const alike of $$('#messages [data-alike]')) {
  const count = $('[data-count]', alike);
  groups.set(alike, { count, words: count.textContent, isNarrow: false });
}

listListeners.push(() => {
  const shown = new Map();
  for (const i of groups.size ? listSections.flatMap((section) => section.inSight) : []) {
    shown.set(list.alike[i], (shown.get(list.alike[i]) || 0) + 1);
  }
  for (const [alike, group] of groups) {
    const position = shown.get(alike) || 0;
    // Counted after the index is complete, so that all members are included.
    group.total ||= list.alike.filter((other) => other === alike).length;
    const isPart = position < group.total;
    const isNarrow = isPart || query.text.length + query.file.length > 0;
    alike.hidden = !position;
    group.count.textContent = isPart ? positionOf(position, group.total) : group.words;
    group.count.nextElementSibling.hidden = isPart;
    group.count.ariaHidden = !isPart || null;
    if (isNarrow !== group.isNarrow) alike.open = group.isNarrow = isNarrow;
  }
});
