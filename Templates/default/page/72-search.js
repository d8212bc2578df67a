// Search in title, text, details, file and category, whatever the case. All the words typed must occur, in any order and
// anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them (`text=disk,memory`),
// widen it, as on the command line.

const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/).filter(Boolean)).filter(([first]) => first);
const isHit = (search, text) => search.some((needles) => needles.every((needle) => text.includes(needle)));

// What a cell says, without the words that every cell has. Blocks are kept apart; what is inside a line is not.
const plain = [];
const plainOf = (html) =>
  folded(wordsOf(html
    .replace(/<(p class="[uk]"|time|span class="c"|summary|ul class="sheet"|a class="btn"|span class="btn")[^]*?<\/(p|time|span|summary|ul|a)>/g, '')
    .replace(/<(?!\/?(a|bdi|em|strong|code)\b)[^>]*>/g, '\n')));

// For each message whether it is a hit; null when nothing is looked for. It stops when it `isStale`.
const findHits = async (texts, isStale) => {
  const search = needlesOf(texts);
  if (!search.length) return null;
  const hits = new Uint8Array(list.count);
  await eachMessage((i) => {
    plain[i] ??= plainOf(list.html(i));
    hits[i] = isHit(search, plain[i] + '\n' + folded(list.sections[list.section[i]].title));
  }, isStale);
  return hits;
};

// Hits are marked where the browser can mark words without touching the document; a single letter is not worth it.
const PLACES = '.s > h3 > bdi, .m > :is(.t, .x, .l), .m .p, .e :is(.t, .x, .at, .st > bdi)';
let marking;
const mark = () => {
  if (!window.Highlight) return;
  clearTimeout(marking);
  marking = setTimeout(() => {
    const hits = new Highlight();
    for (const [home, texts] of [[list.home, query.text], [timeline, query.find]]) {
      const needles = needlesOf(texts).flat().filter((needle) => !/^[\0-\x7f]$/.test(needle));
      if (home && needles.length) for (const place of $$(PLACES, home)) markIn(place, needles, hits);
    }
    CSS.highlights.set('hit', hits);
  }, 60);
};
const markIn = (place, needles, hits) => {
  const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node; (node = nodes.nextNode()); ) {
    const text = folded(node.data);
    if (text.length !== node.length || node.parentNode.className === 'c') continue;
    for (const needle of needles) {
      for (let at = -1; (at = text.indexOf(needle, at + 1)) >= 0 && hits.size < 20000; ) {
        hits.add(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + needle.length }));
      }
    }
  }
};
list.decorators.push(() => query.text.length && mark());

// A field that says what is typed when nothing more has been typed for a while. Escape clears it.
const searchField = (name, label, id) => {
  const show = () => {
    if (document.activeElement !== field) field.value = query[name].join(', ');
  };
  let waiting;
  const tell = (wait) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => query.set({ [name]: field.value.trim() ? [field.value.trim()] : [] }), wait);
  };
  const field = el('input', {
    type: 'search', class: 'field', id, placeholder: label, 'aria-label': label, autocomplete: 'off', spellcheck: 'false',
    oninput: () => tell(150),
    onkeydown(event) {
      if (event.key !== 'Escape' || !field.value) return;
      event.preventDefault();
      event.stopPropagation();
      field.value = '';
      tell(0);
    },
  });
  query.listeners.push(show);
  show();
  return el('div', { class: 'search', role: 'search', 'aria-label': label }, field);
};
