// Choosing the chosen category again returns to All (M7).

import { $ } from './base.js';

{
  const filter = $('#category-0')?.closest('fieldset');
  let chosen;
  // A radio button says nothing when it is chosen again, so what is chosen is remembered before each click.
  const look = () => (chosen = $(':checked', filter));
  const choose = ({ target }) => {
    const all = $('#category-0');
    if (target !== chosen || target === all) return;
    // After the click: until then a browser may put back what was checked before.
    setTimeout(() => {
      all.click();
      all.focus();
    });
  };
  if (filter) {
    look();
    for (const type of ['pointerdown', 'keydown', 'change']) filter.addEventListener(type, look);
    filter.addEventListener('click', choose);
    // Not every browser makes a click of it.
    filter.addEventListener('keydown', (event) => event.key === ' ' && choose(event));
  }
}
