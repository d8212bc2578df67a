// The alerts that stand in the page come up one at a time when it opens (A1 to A6). One that was answered does not come
// again on this device.

const answered = [].concat(store.get('alerts') || []);
const alerts = $$('.alerts > .alert').filter((alert) => !answered.includes(alert.dataset.key));

const showAlert = (place) => {
  const alert = alerts[place];
  if (!alert) return;
  const choices = $('.buttons', alert);
  const links = $$('a:not(.cancel)', choices);
  const given = $('.cancel', choices);
  const cancel = cancelOf(given, links.length ? words.cancel : words.done);
  given?.remove();
  // Three or more choices make an action sheet, where Cancel stands last, in sight however many they are (A3, S3).
  const isSheet = links.length > 1;
  if (!isSheet) choices.prepend(cancel);
  // A stray Enter must not destroy anything (A4).
  ($('a[data-role="destructive"]', choices) ? cancel : links.at(-1) || cancel).classList.add('usual');
  if (alerts.length > 1) choices.before(el('p', { class: 'sub' }, say('positionOf', { position: place + 1, total: alerts.length })));
  present({
    kind: isSheet ? 'sheet' : 'alert',
    label: $('h2', alert).textContent,
    body: alert,
    buttons: isSheet ? [cancel] : [],
    onclose() {
      answered.push(alert.dataset.key);
      store.set('alerts', answered.slice(-500));
      showAlert(place + 1);
    },
  });
};
