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

// An element. What is given as text is an attribute, all else a property, such as a listener (one
// that returns false prevents what would follow).
const el = (tag, given = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string') node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
};

const button = (title, given) => el('button', { type: 'button', class: 'btn', ...given }, title);

// A button that closes the dialog it stands in.
const leaver = (title) => button(title, { class: 'btn cancel' });

// The element of what the page itself has as HTML.
const parsed = (html) => {
  const mould = el('template');
  mould.innerHTML = html;
  return document.adoptNode(mould.content.firstElementChild);
};

// The title that an element holds, without the badge before it.
const titleIn = (node) => node?.lastChild.textContent.trim() || '';

const icon = (name) => parsed(`<svg class="i" aria-hidden="true"><use href="#icon-${name}"/></svg>`);

// What a reader's device remembers. Where it may not, nothing is remembered and nothing is said.
const store = {
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

const isCompact = () => $('.page').clientWidth < 600;

// Whether keys belong to what has the focus: a field where one types.
const isTyping = (target) => target.matches('input:not([type="radio"], [type="checkbox"])');

// Says something politely to who does not see it. Behind a modal dialog nothing is said, so it stands in the open one.
const region = el('div', { class: 'live vh', 'aria-live': 'polite' });
const announce = (text) => {
  const place = $$('dialog[open]').pop() || document.body;
  if (region.parentNode !== place) place.append(region);
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 50);
};

// Long work is done in slices, so that the page answers in between: `if (slice.isOver()) await slice.next()`.
const slices = () => {
  let end;
  const begin = () => (end = performance.now() + 40);
  begin();
  return {
    isOver: () => performance.now() > end,
    next: () => new Promise((resume) => setTimeout(resume)).then(begin),
  };
};
