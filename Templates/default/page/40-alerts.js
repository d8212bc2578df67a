// The alerts that stand in the page come up one at a time when it opens (A1 to A6). Each is a copy of what stands
// there and goes on standing there. One that was answered does not come again on this device.

const answered = [].concat(store.get('alerts') || []);
const alerts = $$('.alerts > .alert').filter((alert) => !answered.includes(alert.dataset.key));

const showAlert = (place) => {
  const alert = alerts[place];
  if (!alert) return;
  const body = el('div', { class: 'alert' }, ...alert.cloneNode(true).childNodes);
  for (const node of $$('[id]', body)) node.removeAttribute('id');
  const take = (selector) => {
    const node = $(':scope > ' + selector, body);
    node?.remove();
    return node ? [...node.childNodes] : [];
  };
  const kind = take('.u');
  const title = el('span', {}, ...take('h2'));
  if (kind.length) title.prepend(el('span', { class: 'u', 'data-urgency': alert.dataset.urgency }, ...kind), ' ');
  if (alerts.length > 1) body.append(el('p', { class: 'sub' }, say('positionOf', { position: place + 1, total: alerts.length })));

  const actions = take('.buttons').filter((node) => node.tagName);
  const given = actions.find((action) => action.matches('.cancel'));
  const others = actions.filter((action) => action !== given);
  const links = others.filter((action) => action.href);
  // Cancel that leads to what follows the alerts leads nowhere from here.
  const cancel = given && given.hash !== '#after-alerts'
    ? given
    : button(given ? given.textContent : links.length ? words.cancel : words.done, { class: 'btn cancel' });
  // A stray Enter must not destroy anything (A4).
  const usual = links.some((link) => link.dataset.role === 'destructive') ? cancel : links[links.length - 1] || cancel;
  usual.classList.add('usual');
  usual.setAttribute('autofocus', '');
  // Three or more choices make an action sheet (A3, S3).
  const isSheet = links.length > 1;
  present({
    kind: isSheet ? 'sheet' : 'alert',
    title,
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
