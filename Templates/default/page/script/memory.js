// What a reader's device remembers of messages (M9, A8): which of them, and how urgent each was then. It holds until the
// message becomes more urgent.
//
// Messages with one fingerprint are told apart by their order in the dataset: "62907a0bcfd4.1.warning" is the second of
// them, when it was a warning. A fingerprint alone, as earlier versions of this script wrote it (as a number, too), stands
// for all of them, however urgent.

import { store } from './base.js';
import { list, messageIds, messageKeys, URGENCIES } from './list.js';

// Which of several with one fingerprint each of these messages is; nothing for those that are alone.
export const ordinalsOf = (items) => {
  const same = new Map();
  for (const i of items) {
    const key = messageKeys[i];
    if (!same.get(key)?.push(i)) same.set(key, [i]);
  }
  const found = new Map();
  for (const twins of same.values()) {
    if (twins[1] >= 0) twins.sort((a, b) => messageIds[a] - messageIds[b]).forEach((i, at) => found.set(i, at));
  }
  return found;
};

export const memory = (name, most, ordinalOf) => {
  const stored = () => [].concat(store.get(name) || []);
  // What an entry is about – a fingerprint with an ordinal or `all` –, and the urgency's place.
  const parts = (entry) => {
    const [key, ordinal = 'all', urgency] = (entry ?? '').toString(16).split('.');
    return [parseInt(key, 16) + '.' + ordinal, URGENCIES.indexOf(urgency)];
  };
  const known = new Map(stored().map(parts));
  const keyOf = (i, ordinal = ordinalOf(i) || 0) => messageKeys[i] + '.' + ordinal;

  return {
    has: (i) => known.size && (known.get(keyOf(i)) ?? known.get(keyOf(i, 'all'))) <= list.urgency[i],
    // What is stored is read again: meanwhile another tab may have changed it. The latest entries are kept.
    set(items, isIn) {
      const changed = new Set();
      const added = [];
      for (const i of items) {
        changed.add(keyOf(i));
        if (isIn) added.push(messageKeys[i].toString(16) + '.' + (ordinalOf(i) || 0) + '.' + URGENCIES[list.urgency[i]]);
        else changed.add(keyOf(i, 'all'));
      }
      for (const key of changed) known.delete(key);
      for (const entry of added) known.set(...parts(entry));
      store.set(name, stored().filter((entry) => !changed.has(parts(entry)[0])).concat(added).slice(-most));
    },
  };
};
