// Back (F7): it closes what stands over the page, then undoes filters one by one, and leaves the report from its top only.
//
// Each entry that the page makes in the browser's history says in its state which entry it is, how many layers stand over
// the page there (`depth`), and what the list shows (`query`). A sandbox may have no history: then nothing is entered, and
// all else goes on.

const layers = [];
let entries = 0;
// What an entry remembers of the list, and what takes it up again: state.js says both.
export const memento = { read() {}, restore() {} };

// Whether the current entry is left over from a layer that has closed, so that what follows at once may use it; whether
// the page is on its way back from one, and what waits for that.
let isSpare = false;
let isLeaving = false;
const waiting = [];
const whenHere = (act) => (isLeaving ? waiting.push(act) : act());

const write = (method, given, address) => {
  try {
    history[method]({ depth: layers.length, query: memento.read(), ...given }, '', address);
  } catch {
    // There is no address to change, or a browser has had enough of it.
  }
};

// Changes the address of the current entry, and what it remembers.
export const replaceEntry = (address) => whenHere(() => write('replaceState', { entry: history.state?.entry }, address));

// Makes an entry. The current one remembers what was shown `before`, at which `depth`.
export const pushEntry = (address, before = memento.read(), depth = layers.length) => whenHere(() => {
  if (!isSpare) write('replaceState', { depth, ...history.state, query: before });
  write(isSpare ? 'replaceState' : 'pushState', { entry: ++entries }, address);
  isSpare = false;
});

// To call when something opens over the page: Back calls `close`. Returns what to call when it has closed, however that was.
export const entering = (close) => {
  const layer = { close };
  // Nothing scrolls when Back comes to where the page is already.
  history.scrollRestoration = 'manual';
  layers.push(layer);
  pushEntry(undefined, undefined, layers.length - 1);
  whenHere(() => (layer.entry = entries));
  return () => {
    const place = layers.indexOf(layer);
    if (place < 0) return;
    layers.splice(place, 1);
    whenHere(() => {
      // What was entered meanwhile, such as a filter or a link, stays.
      if (history.state?.entry !== layer.entry) return;
      isSpare = true;
      setTimeout(() => {
        if (!isSpare) return;
        isSpare = false;
        isLeaving = true;
        history.back();
      });
    });
  };
};

addEventListener('popstate', ({ state }) => {
  if (isLeaving) {
    isLeaving = false;
    for (const act of waiting.splice(0)) act();
  } else if (state) {
    while (layers.length > state.depth) layers.pop().close();
    if (state.query) memento.restore(state.query);
  }
  if (!layers.length) history.scrollRestoration = 'auto';
});
