// The rows and their sections: all sections folded or unfolded by one button, more room for each row by another, which a
// device remembers. The links beside the list lead to the sections that are shown, and count as these do.

import { $, $$, button, el, on, root, store, words } from './base.js';
import { listGroups, listHome, listListeners, listReady, listSections } from './list.js';

const ROOMY = 'comfortable';

listReady.then(() => {
  if (!listSections.length) return;
  const isAnyOpen = () => $('[data-fold][open]', listHome);
  const fold = button('', {
    class: 'plain',
    onclick() {
      const isOpen = !isAnyOpen();
      for (const section of $$('[data-fold]', listHome)) section.open = isOpen;
    },
  });
  const tell = () => (fold.textContent = isAnyOpen() ? words.foldAll : words.unfoldAll);
  on(listHome, 'toggle', tell, true);
  tell();

  const room = button(words.comfortable, { class: 'plain', onclick: () => show(room.ariaPressed !== 'true') });
  const show = (isRoomy) => {
    root.classList.toggle(ROOMY, isRoomy);
    room.ariaPressed = String(isRoomy);
    store.set(ROOMY, isRoomy);
  };
  show(!!store.get(ROOMY));
  listSections[0].element.before(el('p', { class: 'looks' }, ...(listSections[1] ? [fold] : []), room));

  const nav = $('nav', listHome);
  const follow = () => {
    if (nav) nav.hidden = listGroups !== listSections;
    $$('li', nav || el('p')).forEach((item, place) => {
      const { element, header } = listSections[place];
      item.hidden = element.hidden;
      $('[data-count]', item).textContent = $('[data-count]', header)?.textContent;
    });
  };
  listListeners.push(follow);
  follow();
});
