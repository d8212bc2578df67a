// Buttons for all sections: fold or unfold them, and give rows more space, which the device
// remembers. The links at the list's side lead to shown sections and have the same counts.

import { $, $$, looks, root, store } from './base.js';
import { listHome, listListeners, listReady, listSections } from './list.js';

const ROOMY = 'comfortable';

listReady.then(() => {
  if (!listSections.length) return;
  const [fold, room] = looks.lastChild.children;
  fold.onclick = () => {
    const isOpen = !$('[data-fold][open]', listHome);
    for (const section of $$('[data-fold]', listHome)) section.open = isOpen;
  };
  if (!listSections[1]) fold.remove();

  const show = (isRoomy) => {
    root.classList.toggle(ROOMY, isRoomy);
    room.ariaPressed = isRoomy;
    store.set(ROOMY, isRoomy);
  };
  room.onclick = () => show(!root.matches('.' + ROOMY));
  show(!!store.get(ROOMY));

  const follow = () => {
    $$('nav li', listHome).forEach((item, place) => {
      const { element, header } = listSections[place];
      item.hidden = element.hidden;
      $('[data-count]', item).textContent = $('[data-count]', header)?.textContent;
    });
  };
  listListeners.push(follow);
  follow();
});
