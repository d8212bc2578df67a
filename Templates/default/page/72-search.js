// Search in title, text, details, file and category of all messages, whatever the case. All the words typed must occur,
// in any order and anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them
// (`text=disk,memory`), widen it, as on the command line.

const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/).filter(Boolean)).filter((needles) => needles.length);

// What a cell says, without the words that every cell has. Blocks are kept apart; what is inside a line is not.
const plainOf = (html) =>
  folded(wordsOf(html
    .replace(/<p class="[uk]".*?<\/p>|<time.*?<\/time>|<span class="c".*?<\/span>|<summary>[^]*?<\/summary>|<ul class="sheet"[^]*?<\/ul>|<(a|span) class="btn".*?<\/\1>/g, '')
    .replace(/<\/?(?!\/?(a|b|bdi|em|strong|code|del)\b)[^>]*>/g, '\n')));
const plain = [];

// For each message whether it is a hit; null when nothing is looked for, or something else by now.
let searching = 0;
const findHits = async (texts) => {
  const search = needlesOf(texts);
  if (!search.length) return null;
  const slice = slices();
  const titles = list.sections.map(({ title }) => folded(title));
  const hits = new Uint8Array(list.count);
  for (let i = 0; i < list.count; i++) {
    const text = (plain[i] ??= plainOf(list.html(i)));
    const title = titles[list.section[i]];
    hits[i] = search.some((needles) => needles.every((needle) => text.includes(needle) || title.includes(needle)));
    if (slice.isOver()) await slice.next();
  }
  return hits;
};

// Hits are marked where the browser can mark words without touching the document; a single letter is not worth it.
const canMark = window.Highlight && CSS.highlights;
const rangesIn = (element, needles, ranges) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode()) && ranges.length < 20000; ) {
    const text = folded(node.data);
    for (const needle of needles) {
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
        if (text.length !== node.length || node.parentElement.closest('.c, summary')) break;
        const range = new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + needle.length });
        ranges.push(range);
      }
    }
  }
};
const PLACES = '.s > h3 > bdi, .m > :is(.t, .x, .l), .m .p, .e .t, .e .st > bdi, .e .x, .at';
let marking;
const mark = () => {
  if (!canMark) return;
  clearTimeout(marking);
  marking = setTimeout(() => {
    const ranges = [];
    for (const [name, home] of [['text', list.home], ['find', $('#timeline')]]) {
      const needles = needlesOf(query.values[name]).flat().filter((needle) => !/^[\0-\x7f]$/.test(needle));
      if (home && needles.length) for (const place of $$(PLACES, home)) rangesIn(place, needles, ranges);
    }
    CSS.highlights.set('hit', new Highlight(...ranges));
  }, 60);
};
list.decorators.push(() => query.values.text.length && mark());

// A field that says what is typed when nothing more has been typed for a while. Escape clears it.
const searchField = (name, label, id) => {
  const field = el('input', { type: 'search', id, class: 'field', 'aria-label': label, placeholder: label, autocomplete: 'off',
    spellcheck: 'false', enterkeyhint: 'search' });
  let waiting;
  const say = (wait) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => query.set({ [name]: field.value.trim() ? [field.value.trim()] : [] }), wait);
  };
  field.addEventListener('input', () => say(field.value ? 150 : 0));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') say(0);
    if (event.key !== 'Escape' || !field.value) return;
    event.preventDefault();
    event.stopPropagation();
    field.value = '';
    say(0);
  });
  query.listeners.push(() => {
    if (document.activeElement !== field) field.value = query.values[name].join(', ');
  });
  field.value = query.values[name].join(', ');
  return el('div', { class: 'search', role: 'search' }, field);
};
