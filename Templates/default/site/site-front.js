// The search and the filters of the list of all projects. What is looked for stands in the address behind '#', so that
// a view can be linked.
const find = document.querySelector('[data-find]');
if (find) {
  const field = find.querySelector('input');
  const buttons = [...find.querySelectorAll('[data-show]')];
  const shown = find.querySelector('[data-shown]');
  const plain = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const rows = [...document.querySelectorAll('[data-project]')].map(row => ({
    row, state: row.dataset.state, text: plain(`${row.dataset.project} ${row.querySelector('a').textContent}`),
  }));
  const groups = [...document.querySelectorAll('[data-group], [data-group] details')];
  // Which groups were open before they were opened for what was found.
  const opened = new Map();

  const look = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const states = buttons.filter(button => button.ariaPressed === 'true').map(button => button.dataset.show);
    const looks = words.length + states.length > 0;
    let count = 0;
    for (const {row, state, text} of rows) {
      const hit = (!states.length || states.includes(state)) && words.every(word => text.includes(word));
      row.hidden = !hit;
      count += hit;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector('[data-project]:not([hidden])');
      if (looks && !opened.has(group)) opened.set(group, group.open);
      group.open = looks || (opened.get(group) ?? group.open);
      // What is found needs no heading that counts what was folded.
      if (group.matches('[data-group] *')) group.querySelector('summary').hidden = looks;
    }
    if (!looks) opened.clear();
    shown.textContent = looks ? shown.dataset.shown.replace('#', new Intl.NumberFormat(document.documentElement.lang + '-u-nu-latn').format(count)) : '';
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
  find.hidden = false;
  if (asked.size) look();
}
