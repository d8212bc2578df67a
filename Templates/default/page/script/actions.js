// A message's actions open as a sheet, on regular as a popover at their button (S1 to S4). What is destructive stands
// first already; Cancel stands last and is always there. An action that leads nowhere stays words. One that destroys asks
// before it is followed: an alert, whose button is called like the action.

import { $, leaver, on, question, words } from './base.js';
import { cancelOf, disclose, present } from './dialogs.js';
import { titleIn } from './source.js';

let actionsFrom;
disclose('[data-actions]', (list, summary) => {
  const body = list.cloneNode(true);
  const given = $('[data-role="cancel"]', body);
  given?.parentElement.remove();
  actionsFrom = summary;
  present({ kind: 'sheet', body, buttons: [cancelOf(given, words.cancel)], from: summary, label: summary.textContent });
});

on(document, 'click', (event) => {
  const link = event.target.closest('a[data-role="destructive"]');
  // In an alert it has been asked already.
  if (!link || link.closest('dialog [data-component="alert"], [data-asks]')) return;
  event.preventDefault();
  const from = link.closest('dialog') ? actionsFrom : link;
  const [title, subject] = question.children;
  title.textContent = link.textContent;
  subject.textContent = titleIn(from.closest('[data-urgency][data-key]'));
  const go = link.cloneNode(true);
  go.dataset.asks = '';
  present({ kind: 'alert', label: title.textContent, body: question, buttons: [leaver(words.cancel), go], from });
});
