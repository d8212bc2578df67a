// Clearing: a button clears a message, a header's button its category. A toast offers to undo it;
// the overview and the end of the lists can show cleared messages. The device keeps them cleared in
// later runs (memory.js). The verdict never changes.

import { $, $$, clearedNote, cross, el, labeled, MESSAGE, number, on, positionOf, say, words } from './base.js';
import {
  above, dropCell, list, listDecorators, listFilters, listGroups, listHome, listListeners, listReady, listSections,
  messageCount, messageIds, messageKeys, refreshList, revealMessage,
} from './list.js';
import { memory, ordinalsOf } from './memory.js';
import { toast } from './toast.js';
import { titleIn } from './source.js';

// Computed again when the index has grown.
let ordinals;
let numbered;
const ordinalOf = (i) => {
  if (numbered !== messageCount) ordinals = ordinalsOf(messageIds.keys());
  numbered = messageCount;
  return ordinals.get(i);
};
const cleared = memory('cleared', 5000, ordinalOf);
let showsCleared = false;
// Timed banners that have disappeared, until they are shown again. They are not cleared.
export const departed = new Set();
export const showAll = () => {
  showsCleared = true;
  departed.clear();
};
export const canGo = (i) => !above[i] || above[i].matches('[data-dismissible], [data-seconds]');
export const isGone = (i) => canGo(i) && cleared.has(i);
const countCleared = () => messageKeys.filter((_, i) => isGone(i)).length;

export const refreshCleared = async () => {
  await listReady;
  showsCleared &&= countCleared() > 0;
  await refreshList();
};

export const putCleared = (items, goes) => {
  cleared.set(items, goes);
  return refreshCleared();
};

// `next` and `back` find the element to focus after clearing and after undoing it.
export const clearMessages = async (items, next, back) => {
  await putCleared(items, true);
  next()?.focus();
  toast(say('cleared', { count: items.length }), async () => {
    await putCleared(items, false);
    back().focus();
  });
};

// The label of a message without a title: the word for its urgency.
const labelIn = (node) => $('[data-label]', node)?.lastChild.textContent.trim() || '';

// Each message or banner has one button, which clears it or restores it.
export const dressCell = (node, i, name, place = node) => {
  const goes = isGone(i);
  let control = $(':scope > [data-clear]', place);
  if (control && goes === node.matches('.gone')) return control;
  if (!control) {
    control = el('button');
    control.dataset.clear = '';
    place.append(control);
  }
  const label = goes ? words.restore : name;
  node.classList.toggle('gone', goes);
  control.className = goes ? 'clear btn' : 'clear';
  control.replaceChildren(goes ? label : cross.cloneNode(true));
  control.ariaLabel = labeled(label, titleIn(node) || labelIn(node));
  return control;
};

// "Cleared on this device: 3", with a button that shows or hides them, and a button that shows the
// timed banners again, which then stay.
export const clearedLine = () => {
  const line = clearedNote.cloneNode(true);
  const [text, control, again] = line.children;
  control.onclick = () => {
    showsCleared = !showsCleared;
    refreshCleared();
  };
  again.onclick = async () => {
    const [first] = departed;
    departed.clear();
    await refreshCleared();
    $('[data-clear]', above[first]).focus();
  };
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

export let toggleCell;
if (listHome) {
  // The heading of the first visible category from `place` on, or of any; else the line's button.
  const heading = (place) => {
    const section = [...listGroups.slice(place), ...listGroups].find(({ element }) => element.offsetParent);
    const found = section ? $(':is(h2, h3, h4)', section.header) || section.header : $('[data-cleared] > button', listHome);
    if (section) found.tabIndex = -1;
    return found;
  };

  const back = (i) => $('[data-clear]', $('#m' + messageIds[i]) || revealMessage(i));

  // Clears or restores a message. Moves the focus only if the message had it.
  toggleCell = (cell) => {
    const i = cell.number;
    if (isGone(i)) return putCleared([i], false);
    const hadFocus = cell.contains(document.activeElement);
    const near = [cell, cell.nextElementSibling, cell.previousElementSibling];
    if (!showsCleared) dropCell(cell, i);
    const next = () => {
      const neighbour = near.find((each) => each?.isConnected);
      return hadFocus ? (neighbour ? $('[data-clear]', neighbour) : heading(list.section[i])) : null;
    };
    return clearMessages([i], next, () => back(i));
  };

  const dress = (cell, i) => {
    cell.number = i;
    dressCell(cell, i, words.clearMessage);
  };

  for (const [place, section] of listSections.entries()) {
    const clearAll = () => {
      const items = section.inSight.filter((i) => !isGone(i));
      clearMessages(items, () => heading(place), () => back(items[0]));
    };
    section.control = el('button', { className: 'plain', ariaLabel: labeled(words.clear, section.title), onclick: clearAll }, words.clear);
    // A disclosure's summary can't contain a control.
    if (section.header.matches('summary')) section.element.prepend(el('p', { className: 'over' }, section.control));
    else section.header.append(section.control);
  }

  // Header cells count shown messages, and the shown alerts and banners that they link.
  listListeners.push(() => {
    for (const { element, header, control, inSight, first, end } of listGroups) {
      let total = end - first;
      let position = inSight.length;
      for (const link of $$('[data-notices] a', element)) {
        // A template may omit them.
        position += !(link.hidden = $(link.hash)?.hidden ?? true);
        total++;
      }
      const count = $('[data-count]', header);
      if (count) count.textContent = position < total ? positionOf(position, total) : number(total);
      control.hidden = inSight.every(isGone);
    }
    for (const cell of $$(MESSAGE)) if (listGroups[0]) dress(cell, cell.number);
  });

  listHome.append(clearedLine());
  on(listHome, 'click', ({ target }) => {
    const control = target.closest('[data-clear]');
    if (control) toggleCell(control.closest(MESSAGE));
  });
  listDecorators.push(dress);
}
