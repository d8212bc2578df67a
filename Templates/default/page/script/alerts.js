// Opens new alerts one at a time with the page, unless its address names a place or a filter (see
// "Alerts"). The device remembers an answered alert until it becomes more urgent. Rows of alerts
// stay in the page; the dialog shows a copy without clamped text.

import { $, $$, el, positionOf, words } from './base.js';
import { cancelOf, present } from './dialogs.js';
import { above } from './list.js';
import { memory, ordinalsOf } from './memory.js';
import { asked, nothing } from './state.js';

const everyAlert = [...above.keys()].filter((i) => above[i].dataset.component === 'alert');
const alertOrdinals = ordinalsOf(everyAlert);
const answered = memory('alerts', 500, (i) => alertOrdinals.get(i));
const alerts = location.hash || Object.keys(nothing).some((name) => asked.has(name)) ? [] : everyAlert.filter((i) =>
  (above[i].dataset.change ?? 'new') === 'new' && !answered.has(i));

export const showAlert = (place) => {
  const alert = above[alerts[place]];
  if (!alert) return;
  const body = alert.cloneNode(true);
  for (const node of [body, ...$$('[id]', body)]) node.id += '-open';
  body.classList.add('full');
  const choices = $('[data-buttons]', body);
  const links = $$('a:not([data-role="cancel"])', choices);
  const given = $('[data-role="cancel"]', choices);
  const cancel = cancelOf(given, links[0] ? words.cancel : words.done);
  given?.remove();
  // Three or more choices make an action sheet, which keeps Cancel last and in sight.
  const isSheet = links[1];
  if (!isSheet) choices.prepend(cancel);
  // Enter must not trigger a destructive action.
  ($('a[data-role="destructive"]', choices) ? cancel : links.at(-1) || cancel).classList.add('usual');
  if (alerts[1]) choices.before(el('p', { className: 'sub' }, positionOf(place + 1, alerts.length)));
  present({
    kind: isSheet ? 'sheet' : 'alert',
    label: $('h2', body).textContent,
    body,
    buttons: isSheet ? [cancel] : [],
    onclose() {
      answered.set([alerts[place]], true);
      showAlert(place + 1);
    },
  });
};
