// "Sort and Filter" (F5): one form with every criterion and every filter, which says how many results there would be;
// and a part of it alone, the selection view of a chip (F3).
//
// Sort by multiple criteria (O1 to O3): checkbox cells whose order is their priority. A chosen one shows its direction,
// which a click turns, and what moves it: a handle to drag, a long press anywhere on it, the arrow keys on the handle,
// and two buttons. It keeps its place when it is chosen or not, and while the page is open.

const rows = $('.criteria', form);
const results = $('.results', form);
const box = (row) => $('input', row);
const rowOf = (key) => [...rows.children].find((row) => box(row).value === key);

// A criterion that this page does not have is none.
query.sort = written(sortOf(query.sort).filter(({ key }) => rowOf(key)));
if (!query.sort[0]) query.sort = query.standard.split(',');

const values = (data, key) => (key === 'file' ? data.get(key).split(',').map((text) => text.trim()).filter(Boolean) : data.getAll(key));
const readForm = () => {
  const data = new FormData(form);
  const read = { ...query };
  for (const key in groups) read[key] = values(data, key);
  read.sort = written(read.sort.map((key) => ({ key, isDescending: 'descending' in rowOf(key).dataset })));
  return read;
};

// The chosen criteria take the places of chosen ones, in their order; the others keep theirs.
const fillForm = (state) => {
  const sort = sortOf(state.sort);
  const chosen = sort.map(({ key }) => rowOf(key));
  let next = 0;
  rows.append(...[...rows.children].map((row) => (chosen.includes(row) ? chosen[next++] : row)));
  for (const { key, isDescending } of sort) rowOf(key).toggleAttribute('data-descending', isDescending);
  for (const input of $$('input', form)) {
    if (input.name === 'file') input.value = state.file.join(', ');
    else input.checked = input.name === 'sort' ? chosen.includes(input.closest('li')) : state[input.name].includes(input.value);
  }
};

let pausing;
const countResults = () => {
  clearTimeout(pausing);
  pausing = setTimeout(async () => {
    const count = await countPassing(readForm());
    if (count !== undefined) results.textContent = say('results', { count });
  }, 100);
};
form.addEventListener('input', countResults);

// `part` is the key of a group, or nothing for the whole.
const openForm = (from, part) => {
  fillForm(query);
  for (const key in groups) groups[key].element.hidden = part && part !== key;
  form.classList.toggle('alone', !!part);
  const apply = () => {
    if ((!part || part === 'sort') && !$(':checked', rows)) box(rows).focus();
    else dialog.close('apply');
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    apply();
  };
  const dialog = present({
    kind: 'form',
    title: part ? groups[part].label : words.sortAndFilter,
    body: form,
    from,
    buttons: [
      button(words.reset, { onclick() {
        const empty = { ...query };
        for (const key in groups) if (!groups[key].element.hidden) empty[key] = key === 'sort' ? query.standard.split(',') : [];
        fillForm(empty);
        countResults();
      } }),
      button(words.cancel, { onclick: () => dialog.close() }),
      button(words.apply, { class: 'btn primary', onclick: apply }),
    ],
    onclose: (value) => value && query.set(readForm()),
  });
  countResults();
};

const move = (row, by, control) => {
  const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  other[by < 0 ? 'before' : 'after'](row);
  control?.focus();
  sayPlace(row);
};
const sayPlace = (row) => announce(say('movedTo', {
  name: nameOfBox(box(row)), position: [...rows.children].indexOf(row) + 1, total: rows.children.length }));

for (const row of rows.children) {
  const name = nameOfBox(box(row));
  const mover = (kind, label, attributes) => el('button', { type: 'button', class: 'mover ' + kind, 'aria-label': label, ...attributes });
  const step = (label, by) => mover(by < 0 ? 'up' : 'down', `${label}: ${name}`, { title: label, onclick: ({ target }) => move(row, by, target) });
  $('.turn', row).onclick = () => row.toggleAttribute('data-descending');
  row.append(el('span', { class: 'movers' }, step(words.moveUp, -1), step(words.moveDown, 1),
    mover('drag', say('reorder', { name }), { onkeydown(event) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(row, by, event.target);
    } })));
}

// A handle takes its row at once, a long press a chosen one. What ends a drag is no click and no menu, and a finger that
// drags does not scroll.
let taken = null;
let press;
let start;
const take = (row, pointer) => {
  taken = row;
  row.classList.add('taken');
  rows.setPointerCapture(pointer);
};
const drop = () => {
  clearTimeout(press);
  if (!taken) return;
  taken.classList.remove('taken');
  sayPlace(taken);
  setTimeout(() => (taken = null));
};
rows.onpointerdown = ({ target, button: other, clientY, pointerId }) => {
  const row = target.closest('li:has(:checked)');
  if (!row || other) return;
  start = clientY;
  if (target.closest('.drag')) take(row, pointerId);
  else press = setTimeout(take, 500, row, pointerId);
};
rows.onpointermove = ({ clientY }) => {
  if (Math.abs(clientY - start) > 8) clearTimeout(press);
  if (!taken) return;
  const isPast = (row, sign) => {
    const { top, height } = row.getBoundingClientRect();
    return sign * (clientY - top - height / 2) > 0;
  };
  const [before, after] = [taken.previousElementSibling, taken.nextElementSibling];
  if (before && isPast(before, -1)) before.before(taken);
  else if (after && isPast(after, 1)) after.after(taken);
};
rows.onpointerup = rows.onpointercancel = drop;
const hinder = (event) => taken && event.preventDefault();
rows.addEventListener('touchmove', hinder, { passive: false });
rows.addEventListener('contextmenu', hinder);
rows.addEventListener('click', hinder, true);
