// The messages that the device remembers, each with its urgency at that time. An entry is valid
// until the message becomes more urgent.
//
// Messages with the same fingerprint are distinguished by their order in the dataset:
// "62907a0bcfd4.1.warning" is the second one, stored as a warning. A fingerprint alone, or a
// number, is the format of earlier releases. It means all of its messages at any urgency.

import { store } from './base.js';
import { list, messageIds, messageKeys, URGENCIES } from './list.js';

// The ordinal of each message among those with its fingerprint; none for a single one.
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
  // The key of an entry, its fingerprint with an ordinal or `all`, and the index of its urgency.
  const parts = (entry) => {
    const [key, ordinal = 'all', urgency] = (entry ?? '').toString(16).split('.');
    return [parseInt(key, 16) + '.' + ordinal, URGENCIES.indexOf(urgency)];
  };
  const known = new Map(stored().map(parts));
  const keyOf = (i, ordinal = ordinalOf(i) || 0) => messageKeys[i] + '.' + ordinal;

  return {
    has: (i) => known.size && (known.get(keyOf(i)) ?? known.get(keyOf(i, 'all'))) <= list.urgency[i],
    // Reads the stored entries again, because another tab may have changed them. Keeps the latest.
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
