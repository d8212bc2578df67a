// The alerts that stand in the page come up one at a time when it opens (A1 to A6). Each is a copy of what stands
// there and goes on standing there. One that was answered does not come again on this device.

const answered = [].concat(store.get('alerts') || []);
const alerts = $$('.alerts > .alert').filter((alert) => !answered.includes(alert.dataset.key));

const showAlert = (place) => {
  const alert = alerts[place];
  if (!alert) return;
  const body = el('div', { class: 'alert', 'data-urgency': alert.dataset.urgency }, ...alert.cloneNode(true).childNodes);
  for (const node of $$('[id]', body)) node.removeAttribute('id');
  const actions = $$('.buttons > *', body);
  $('.buttons', body)?.remove();
  if (alerts.length > 1) body.append(el('p', { class: 'sub' }, say('positionOf', { position: place + 1, total: alerts.length })));

  const given = actions.find((action) => action.matches('.cancel'));
  const others = actions.filter((action) => action !== given);
  const links = others.filter((action) => action.href);
  const cancel = cancelOf(given, links.length ? words.cancel : words.done);
  // A stray Enter must not destroy anything (A4).
  const usual = links.some((link) => link.dataset.role === 'destructive') ? cancel : links[links.length - 1] || cancel;
  usual.classList.add('usual');
  // Three or more choices make an action sheet (A3, S3).
  const isSheet = links.length > 1;
  present({
    kind: isSheet ? 'sheet' : 'alert',
    label: $('h2', body).textContent,
    body,
    buttons: isSheet ? [...others, cancel] : [cancel, ...others],
    onclose() {
      answered.push(alert.dataset.key);
      store.set('alerts', answered.slice(-500));
      showAlert(place + 1);
    },
  });
};

showAlert(0);
