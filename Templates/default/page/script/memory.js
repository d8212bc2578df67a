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
  const firsts = new Map();
  const twins = new Map();
  for (const i of items) {
    const key = messageKeys[i];
    if (!firsts.has(key)) firsts.set(key, i);
    else if (twins.has(key)) twins.get(key).push(i);
    else twins.set(key, [firsts.get(key), i]);
  }
  const found = new Map();
  for (const same of twins.values()) same.sort((a, b) => messageIds[a] - messageIds[b]).forEach((i, at) => found.set(i, at));
  return found;
};

export const memory = (name, most, ordinalOf) => {
  // By fingerprint, then by ordinal or `all`: the urgency's place.
  const known = new Map();
  const stored = () => [].concat(store.get(name) || []);
  const parts = (entry) => {
    const [key, ordinal = 'all', urgency] = (typeof entry === 'number' ? entry.toString(16) : String(entry)).split('.');
    return [parseInt(key, 16), ordinal, URGENCIES.indexOf(urgency)];
  };
  const put = (key, ordinal, urgency) => known.set(key, { ...known.get(key), [ordinal]: urgency });
  for (const entry of stored()) put(...parts(entry));

  return {
    has(i) {
      const found = known.get(messageKeys[i]);
      return !!found && (found[ordinalOf(i) || 0] ?? found.all) <= list.urgency[i];
    },
    // What is stored is read again: meanwhile another tab may have changed it. The latest entries are kept.
    set(items, isIn) {
      const changed = new Set();
      const added = [];
      for (const i of items) {
        const key = messageKeys[i];
        const ordinal = ordinalOf(i) || 0;
        const urgency = list.urgency[i];
        changed.add(key + '.' + ordinal);
        put(key, ordinal, isIn ? urgency : undefined);
        if (isIn) {
          added.push([key.toString(16), ordinal, URGENCIES[urgency]].join('.'));
        } else {
          changed.add(key + '.all');
          put(key, 'all');
        }
      }
      const kept = stored().filter((entry) => !changed.has(parts(entry).slice(0, 2).join('.')));
      store.set(name, kept.concat(added).slice(-most));
    },
  };
};
