// A message's actions open as a sheet, on regular as a popover at their button (S1 to S4). What is destructive stands
// first already; Cancel stands last and is always there. An action that leads nowhere stays words.

disclose('.sheet', (list, summary) => {
  const body = list.cloneNode(true);
  const given = $('[data-role="cancel"]', body);
  given?.parentElement.remove();
  present({ kind: 'sheet', body, buttons: [cancelOf(given, words.cancel)], from: summary, label: summary.textContent });
});
