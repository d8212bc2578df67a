// Shared helpers: elements, words, storage, announcements.

export const root = document.documentElement;
export const $ = (selector, from = document) => from.querySelector(selector);
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

// Calls `act` for each event of this type at `target`.
export const on = (target, type, act, options) => target.addEventListener(type, act, options);

// The page without the elements that the script adds.
export const page = $('#page, main');

// Shows waiting messages without the script, for example if a template lacks required elements.
export const release = () => {
  for (const part of $$('noscript', page)) if (/ data-/.test(part.textContent)) part.outerHTML = part.textContent;
  $('[data-waiting]')?.remove();
};
// Not for a mistake of another script after this one has run.
on(window, 'error', () => root.matches('.js') || release());

export const words = $('#words').dataset;
// Moulds for the elements that the script shows, from components/view.page.
export const [nav, viewed, ledge, looks, jump, region, shell, question, linker, copyTool, clearedNote, toastBox, buttonMould, emptySection, behind, check, cross] = $('#view').content.children;

// Formats numbers like the report: in its language, with the digits 0 to 9. Strings stay unchanged.
export const number = (value) => {
  try {
    return value.toLocaleString(root.lang + '-u-nu-latn');
  } catch {
    // The browser does not know the language.
    return value;
  }
};

// A phrase with its places filled: say('cleared', {count: 3}).
export const say = (key, values) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => number(values[name]));

// Phrases for several modules: a label with its value, and a position in a total.
export const labeled = (label, value) => say('labelWithValue', { label, value });
export const positionOf = (position, total) => say('positionOf', { position, total });

// Follows a pointer that goes down on `node`, if `begin` returns true. `move` receives the distance
// and returns false to stop; `end` receives whether the pointer was lifted.
export const follow = (node, begin, move, end) => {
  let start;
  on(node, 'pointerdown', (event) => {
    if (event.isPrimary) start = begin(event) && event;
  });
  on(node, 'pointermove', ({ clientX, clientY, pointerId }) => {
    if (start?.pointerId === pointerId && move(clientX - start.clientX, clientY - start.clientY) === false) start = null;
  });
  for (const type of ['pointerup', 'pointercancel']) {
    on(node, type, ({ pointerId }) => {
      if (start?.pointerId !== pointerId) return;
      start = null;
      end(type === 'pointerup');
    });
  }
};

// An element with these properties.
export const el = (tag, given, ...children) => {
  const node = Object.assign(document.createElement(tag), given);
  node.append(...children);
  return node;
};

// A button that closes its dialog.
export const leaver = (title) => {
  const node = el('button', { className: 'btn cancel' }, title);
  node.dataset.role = 'cancel';
  return node;
};

// The element of HTML that the page itself contains.
export const parsed = (html) => el('div', { innerHTML: html }).firstElementChild;

// Copies a text to the clipboard; returns true if that was allowed.
export const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.copied);
    return true;
  } catch {
    // A sandbox may not allow it.
  }
};

// Values that the device stores. If storage is blocked, nothing is stored and nothing is reported.
export const store = {
  get(key) {
    try {
      return JSON.parse(localStorage['tidemark.' + key]);
    } catch {
      // Treated as empty.
    }
  },
  set(key, value) {
    try {
      localStorage['tidemark.' + key] = JSON.stringify(value);
    } catch {
      // Storage is blocked or full.
    }
  },
};

// Selectors of a message in a section, and of such a message or a timeline entry.
export const MESSAGE = '#messages [data-urgency][data-key]';
export const CELL = `${MESSAGE}, [data-component="timeline-entry"]`;

export const hasCompactWidth = () => page.clientWidth < 600;

// Whether keys belong to the focused element, because it is a text field.
export const isTyping = (target) => target.matches(':read-write');

// Whether a key or a click comes without a modifier.
export const isPlain = ({ ctrlKey, metaKey, altKey }) => !(ctrlKey || metaKey || altKey);

// Announces a text to screen readers, politely. Screen readers ignore the page behind a modal
// dialog, so the region moves into the open dialog.
export const announce = (text) => {
  const place = $$('dialog[open]').pop() || document.body;
  if (region.parentNode !== place) place.append(region);
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 50);
};

// Splits long work, so that the page responds: `if (slice.isOver()) await slice.next()`.
export const slices = () => {
  let end;
  const begin = () => (end = performance.now() + 40);
  begin();
  return {
    isOver: () => performance.now() > end,
    next: () => new Promise((resume) => setTimeout(resume)).then(begin),
  };
};
