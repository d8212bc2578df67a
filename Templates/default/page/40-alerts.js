// The alerts that stand in the page come up one at a time when it opens (A1 to A6). Their words move into the dialog and
// back, so that nothing stands twice. One that was answered does not come again on this device.

const answered = [].concat(store.get('alerts') || []);
const alerts = $$('.alerts > .alert').filter((alert) => !answered.includes(alert.dataset.key));
let current;

const showAlert = (place) => {
  const alert = alerts[place];
  if (!alert) return;
  const buttons = $('.buttons', alert);
  const actions = buttons ? [...buttons.cloneNode(true).children] : [];
  const parts = [...alert.childNodes].filter((part) => part !== buttons);
  // Its place is kept, and nothing is seen there.
  alert.style.minBlockSize = alert.offsetHeight + 'px';
  alert.style.visibility = 'hidden';
  const body = el('div', { class: 'alert', 'data-urgency': alert.dataset.urgency }, ...parts);
  const giveBack = () => {
    alert.prepend(...parts);
    alert.removeAttribute('style');
  };
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
  const dialog = present({
    kind: isSheet ? 'sheet' : 'alert',
    label: $('h2', body).textContent,
    body,
    buttons: isSheet ? [...others, cancel] : [cancel, ...others],
    onclose() {
      answered.push(alert.dataset.key);
      store.set('alerts', answered.slice(-500));
      showAlert(place + 1);
    },
    ongone: giveBack,
  });
  current = { dialog, place, giveBack };
};

// Paper shows the page, and what stood over it comes back afterwards.
addEventListener('beforeprint', () => {
  if (!current?.dialog.open) return;
  current.dialog.remove();
  current.giveBack();
  frame.inert = false;
});
addEventListener('afterprint', () => current?.dialog.open && showAlert(current.place));

showAlert(0);
