// Back (F7): it closes what stands over the page, then undoes filters one by one, and leaves the report from its top only.
//
// Each entry that the page makes in the browser's history says in its state which entry it is, how many layers stand over
// the page there (`depth`), and what the list shows (`query`). A sandbox may have no history: then nothing is entered, and
// all else goes on.

import { $, on } from './base.js';

const layers = [];
let entries = 0;
// What an entry remembers of the list, and what takes it up again: state.js says both.
export const memento = {};

// Going back takes a moment. What is to be entered meanwhile waits until the page is there.
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
    // There is no address to change, or a browser has had enough of it.
  }
};

// Changes the address of the current entry, and what it remembers.
export const replaceEntry = (address) => whenHere(() => write('replaceState', { entry: history.state?.entry }, address));

// Makes an entry. The current one remembers what was shown `before`, and how many layers stood there.
export const pushEntry = (address, before = memento.read(), depth = layers.length) => whenHere(() => {
  write('replaceState', { depth, ...history.state, query: before });
  write('pushState', { entry: ++entries }, address);
});

// To call when something opens over the page: Back calls `close`. Returns what to call when it has closed, however that was,
// and whether a link is followed: going back would end that.
export const entering = (close) => {
  let entry;
  // Nothing scrolls when Back comes to where the page is already.
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
      // What was entered meanwhile, such as a filter or a link, stays.
      setTimeout(() => {
        keepFocus();
        if (history.state?.entry === entry) history.back();
        else settle();
      });
    });
  };
};

// What had the focus when something closed has it again, wherever the address leads to.
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
    // Not before this event has ended: browsers would scroll to where the address leads.
    if (!layers.length) history.scrollRestoration = 'auto';
    if (closes && !$(':focus')) focused?.focus({ preventScroll: true });
  });
});
