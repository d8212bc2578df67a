// Back closes the top layer, then undoes filters one by one, then leaves the report.
//
// The state of each history entry of the page has its number, the number of open layers (`depth`)
// and the list's state (`query`). A sandbox may have no history: then no entry is made, and
// everything else works.

import { $, on } from './base.js';

const layers = [];
let entries = 0;
// Reads and restores the list's state; state.js provides both functions.
export const memento = {};

// Going back is asynchronous. New entries wait until it is done.
let isLeaving;
const waiting = [];
const goOn = () => {
  while (waiting[0] && !isLeaving) waiting.shift()();
};
const whenHere = (act) => {
  waiting.push(act);
  goOn();
};
const settle = () => {
  isLeaving = false;
  goOn();
};

const write = (method, given, address) => {
  try {
    history[method]({ depth: layers.length, query: memento.read(), ...given }, '', address);
  } catch {
    // The address can't change, or the browser limits the number of changes.
  }
};

// Changes the address of the current entry and its stored state.
export const replaceEntry = (address) => whenHere(() => write('replaceState', { entry: history.state?.entry }, address));

// Adds an entry. The current one stores the list's state `before` and the number of layers.
export const pushEntry = (address, before = memento.read(), depth = layers.length) => whenHere(() => {
  write('replaceState', { depth, ...history.state, query: before });
  write('pushState', { entry: ++entries }, address);
});

// Call it when something opens over the page: Back calls `close`. Returns a function to call after
// every close; its argument is true if a link is followed, because going back would stop that.
export const entering = (close) => {
  let entry;
  // Going back to the current place must not scroll.
  history.scrollRestoration = 'manual';
  layers.push(close);
  pushEntry(undefined, undefined, layers.length - 1);
  whenHere(() => (entry = entries));
  return (isFollowed) => {
    const place = layers.indexOf(close);
    if (place < 0) return;
    layers.splice(place, 1);
    if (isFollowed) return;
    whenHere(() => {
      isLeaving = true;
      // Entries made meanwhile, such as a filter or a link, stay.
      setTimeout(() => {
        keepFocus();
        if (history.state?.entry === entry) history.back();
        else settle();
      });
    });
  };
};

// Returns the focus after a close, even if the address names another place.
let focused;
const keepFocus = () => (focused = $(':focus') || focused);

on(window, 'popstate', ({ state }) => {
  const closes = isLeaving || layers.length > state?.depth;
  if (isLeaving) {
    settle();
  } else if (state) {
    while (layers.length > state.depth) layers.pop()();
    memento.restore(state.query);
  }
  if (closes) keepFocus();
  requestAnimationFrame(() => {
    // Wait for the end of this event, because browsers would scroll to the address's target.
    if (!layers.length) history.scrollRestoration = 'auto';
    if (closes && !$(':focus')) focused?.focus({ preventScroll: true });
  });
});
