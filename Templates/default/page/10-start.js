// What the other files lean on: elements, words, storage, announcements.

const root = document.documentElement;
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const words = $('#words').dataset;

// Style sheets show what needs the script by this class.
root.classList.add('js');

// As the report itself writes numbers: in the page's language, with the digits 0 to 9.
let number = String;
try {
  const format = new Intl.NumberFormat(root.lang + '-u-nu-latn');
  number = (value) => format.format(value);
} catch {
  // A language that the browser does not know.
}

// A phrase with its places filled: say('cleared', {count: 3}).
const say = (key, values) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : value;
  });

// An element with attributes; those that begin with "on" are listeners, `true` is an attribute without a value.
const el = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
};

const button = (title, attributes, ...more) => el('button', { type: 'button', class: 'btn', ...attributes }, title, ...more);

// Said, not shown.
const hidden = (text) => el('span', { class: 'vh' }, text);

const icon = (name) => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#icon-' + name);
  svg.setAttribute('class', 'i');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
};

// What a reader's device remembers. Where it may not, nothing is remembered and nothing is said.
const store = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem('tidemark.' + key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem('tidemark.' + key, JSON.stringify(value));
    } catch {
      // Storage is blocked or full.
    }
  },
};

const frame = $('.page');
const isCompact = () => frame.clientWidth < 600;
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// Whether keys belong to what has the focus: a field where one types.
const isTyping = (target) => target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName) ||
  (target.tagName === 'INPUT' && !/^(radio|checkbox|button)$/.test(target.type));

// Says something politely to who does not see it. Behind a modal dialog nothing is said, so it stands in the open one.
const announce = (text) => {
  const place = $$('dialog[open]').pop() || document.body;
  let region = $(':scope > .live', place);
  if (!region) place.append((region = el('div', { class: 'live vh', 'aria-live': 'polite' })));
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 50);
};

// Long work is done in slices, so that the page answers in between: `if (slice.isOver()) await slice.next()`.
const slices = () => {
  let end = performance.now() + 40;
  return {
    isOver: () => performance.now() > end,
    next: () => new Promise((resume) => setTimeout(() => {
      end = performance.now() + 40;
      resume();
    })),
  };
};
