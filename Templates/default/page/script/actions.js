// Opens a message's actions as a sheet, on regular as a popover at their button (see "Action
// sheets"). Cancel is always present, and last. An action without an address stays plain text. A
// destructive action asks first, in an alert with a button of the same title.

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
  // The alert has asked already.
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
