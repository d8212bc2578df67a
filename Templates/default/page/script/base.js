// What the other modules use: elements, words, storage, announcements.

export const root = document.documentElement;
export const $ = (selector, from = document) => from.querySelector(selector);
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

// Calls `act` for each such event of `target`.
export const on = (target, type, act, options) => target.addEventListener(type, act, options);

// Everything but what the script itself adds to the document.
export const page = $('#page, main');

// Shows what waits for a script that can't bring it in: a template of one's own may lack what it needs.
export const release = () => {
  for (const part of $$('noscript', page)) if (/ data-/.test(part.textContent)) part.outerHTML = part.textContent;
  $('[data-waiting]')?.remove();
};
on(window, 'error', release);

export const words = $('#words').dataset;
// Parts of what the script shows, from components/view.page.
export const [nav, viewed, ledge, looks, jump, region, shell, question, linker, copyTool, clearedNote, toastBox, buttonMould, emptySection, behind, check, cross] = $('#view').content.children;

// As the report itself writes numbers – a text stays as it is –: in the page's language, with the digits 0 to 9.
export const number = (value) => {
  try {
    return value.toLocaleString(root.lang + '-u-nu-latn');
  } catch {
    // A language that the browser does not know.
    return value;
  }
};

// A phrase with its places filled: say('cleared', {count: 3}).
export const say = (key, values) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => number(values[name]));

// What is said in several places: a label before its value, and which of how many.
export const labeled = (label, value) => say('labelWithValue', { label, value });
export const positionOf = (position, total) => say('positionOf', { position, total });

// Follows a pointer that goes down on `node` if `begin` says so: `move` learns how far it has gone, and ends that by false;
// `end` learns whether it was lifted.
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

// A button that closes the dialog it stands in.
export const leaver = (title) => {
  const node = el('button', { className: 'btn cancel' }, title);
  node.dataset.role = 'cancel';
  return node;
};

// The element of what the page itself has as HTML.
export const parsed = (html) => el('div', { innerHTML: html }).firstElementChild;

// Puts a text into the clipboard; says whether that was allowed.
export const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.copied);
    return true;
  } catch {
    // A sandbox may not allow it.
  }
};

// What a reader's device remembers. Where it may not, nothing is remembered and nothing is said.
export const store = {
  get(key) {
    try {
      return JSON.parse(localStorage['tidemark.' + key]);
    } catch {
      // As if there were nothing.
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

// A message of a section, as an element; one or an entry of the timeline.
export const MESSAGE = '#messages [data-urgency][data-key]';
export const CELL = `${MESSAGE}, [data-component="timeline-entry"]`;

export const hasCompactWidth = () => page.clientWidth < 600;

// Whether keys belong to what has the focus: a field where one types.
export const isTyping = (target) => target.matches(':read-write');

// Whether a key or a click comes without a modifier.
export const isPlain = ({ ctrlKey, metaKey, altKey }) => !(ctrlKey || metaKey || altKey);

// Announces a text to screen readers, politely. Behind a modal dialog nothing is announced, so the region moves into
// the one that is open.
export const announce = (text) => {
  const place = $$('dialog[open]').pop() || document.body;
  if (region.parentNode !== place) place.append(region);
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 50);
};

// Long work is done in slices, so that the page answers in between: `if (slice.isOver()) await slice.next()`.
export const slices = () => {
  let end;
  const begin = () => (end = performance.now() + 40);
  begin();
  return {
    isOver: () => performance.now() > end,
    next: () => new Promise((resume) => setTimeout(resume)).then(begin),
  };
};
