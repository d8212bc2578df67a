// The search of an index page, which lists folders and not projects: the names of all stand in it as text. What is
// looked for stands in the address behind '#', as in a list of projects.
const search = document.querySelector('[data-search]');
if (search) {
  const signs = ['missing', 'error', 'warning', 'success', 'information', 'neutral'];
  const kinds = ['changed', 'failing', 'quiet'];
  const step = 100;
  const field = search.querySelector('input');
  const buttons = [...search.querySelectorAll('[data-show]')];
  const shown = search.querySelector('[data-shown]');
  const listed = document.querySelector('[data-listed]');
  const found = document.querySelector('[data-found]');
  const list = found.querySelector('ul');
  const more = found.querySelector('[data-more]');
  const plain = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const number = new Intl.NumberFormat(document.documentElement.lang + '-u-nu-latn');
  // What a sign means is said above.
  const meanings = Object.fromEntries([...document.querySelectorAll('.tally > li')].map(item =>
    [item.dataset.urgency ?? 'missing', item.querySelector('[data-word]').textContent]));
  let projects;
  let hits = [];

  // A line for each: a letter for state and sign, how much of the name before begins this one, the rest, the title.
  const read = () => {
    let name = '';
    return document.querySelector('[data-names]').textContent.split('\n').filter(Boolean).map(line => {
      const code = line.charCodeAt(0) - 97;
      const [, shared, rest, title] = line.slice(1).match(/^(\d+) ([^\t]*)\t?(.*)$/);
      name = name.slice(0, shared) + rest;
      const kind = Math.floor(code / signs.length);
      return {name, title, kind, sign: signs[code % signs.length], text: plain(`${name} ${title}`)};
    });
  };

  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const row = ({name, title, sign}) => {
    const item = element('li', '', {class: 'hit', [sign === 'missing' ? 'data-missing' : 'data-urgency']: sign});
    const link = element('a', '', {href: `${name}/index.html`});
    link.append(element('bdi', title || name));
    item.append(element('span', '', {class: 'sign', 'aria-hidden': 'true'}), link);
    if (title) item.append(element('span', name, {class: 'sub'}));
    item.append(element('b', meanings[sign] ?? ''));
    return item;
  };

  const show = count => {
    list.append(...hits.slice(list.children.length, count).map(row));
    const rest = hits.length - list.children.length;
    more.hidden = !rest;
    more.textContent = more.dataset.more.replace('#', number.format(rest));
  };

  const look = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const states = buttons.filter(button => button.ariaPressed === 'true').map(button => button.dataset.show);
    const looks = words.length + states.length > 0;
    projects ??= read();
    hits = !looks ? [] : projects.filter(({kind, text}) =>
      (!states.length || states.includes(kinds[kind])) && words.every(word => text.includes(word)));
    hits.sort((left, right) => left.kind - right.kind);
    list.replaceChildren();
    show(step);
    list.hidden = !hits.length;
    listed.hidden = looks;
    found.hidden = !looks;
    shown.textContent = looks ? shown.dataset.shown.replace('#', number.format(hits.length)) : '';
    const query = new URLSearchParams();
    if (field.value) query.set('find', field.value);
    if (states.length) query.set('show', states.join());
    try {
      history.replaceState(null, '', location.pathname + location.search + (looks ? '#' + query : ''));
    } catch {
      // A sandbox has no address to write to.
    }
  };

  const asked = new URLSearchParams(location.hash.slice(1));
  field.value = asked.get('find') || '';
  for (const button of buttons) {
    button.ariaPressed = String((asked.get('show') || '').split(',').includes(button.dataset.show));
    button.addEventListener('click', () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
      look();
    });
  }
  field.addEventListener('input', look);
  more.addEventListener('click', () => {
    const next = list.children.length;
    show(next + step);
    list.children[next].querySelector('a').focus();
  });
  search.hidden = false;
  if (asked.size) look();
}
