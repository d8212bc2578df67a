// Shows the pictures of a message over the page, one at a time. An expected and an actual picture
// are shown together, in three modes: side by side, under a slider, and as their difference. Only
// pages with pictures have this file. Without it, a picture is enlarged in its place
// (attachments.page).
{
  const template = document.querySelector('#viewer');
  const words = document.querySelector('#words')?.dataset || {};
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const roleOf = (picture) => picture.closest('[data-shot]')?.dataset.shot;

  // The places of a message: a list of pictures each.
  const placesIn = (attached) => {
    const pictures = [...attached.querySelectorAll('.shot img')];
    const compared = pictures.filter(roleOf);
    const roles = compared.map(roleOf);
    // Pictures of several comparisons are not paired.
    const isPair = new Set(roles).size === roles.length && roles.includes('expected') && roles.includes('actual');
    return isPair ? [compared, ...pictures.filter((one) => !roleOf(one)).map((one) => [one])] : pictures.map((one) => [one]);
  };

  const open = (picture) => {
    const places = placesIn(picture.closest('.attached'));
    const dialog = template.content.firstElementChild.cloneNode(true);
    const part = (selector) => dialog.querySelector(selector);
    const [stage, slider, name] = [part('.viewer-stage'), part('input'), part('#viewer-name')];
    const modes = [...dialog.querySelectorAll('[data-mode]')];
    let at = places.findIndex((one) => one.includes(picture));
    let mode = 'beside';

    const zoom = (isLarge) => {
      const isPossible = mode !== 'slider' || places[at].length === 1;
      const [first] = stage.querySelectorAll('img');
      stage.style.removeProperty('--width');
      stage.classList.remove('large');
      const [whole, fitted] = [first.naturalWidth, first.clientWidth];
      const width = whole > fitted ? whole : fitted * 2;
      stage.classList.toggle('large', isLarge && isPossible);
      if (isLarge) stage.style.setProperty('--width', `${width}px`);
      part('[data-zoom]').ariaPressed = isLarge && isPossible;
      part('[data-zoom]').hidden = !isPossible;
    };

    const show = () => {
      const pictures = places[at];
      const isPair = pictures.length > 1;
      const byRole = (role) => pictures.find((one) => roleOf(one) === role);
      stage.className = 'viewer-stage';
      if (isPair) stage.classList.add(mode);
      const pair = [byRole('expected'), byRole('actual')];
      const difference = byRole('diff');
      const shown = !isPair || mode === 'beside' ? pictures : mode === 'difference' && difference ? [difference] : pair;
      stage.classList.toggle('blended', isPair && mode === 'difference' && !difference);
      stage.replaceChildren(...shown.map((one) => {
        const copy = one.cloneNode();
        copy.loading = 'eager';
        const figure = document.createElement('figure');
        figure.append(copy);
        if (isPair && mode !== 'difference') {
          const caption = document.createElement('figcaption');
          caption.textContent = one.closest('figure').querySelector('figcaption b')?.textContent || '';
          figure.append(caption);
        }
        return figure;
      }));
      name.textContent = isPair ? shown.map((one) => one.closest('figure').querySelector('bdi').textContent).join(' · ') : pictures[0].alt;
      for (const button of modes) button.ariaPressed = button.dataset.mode === mode;
      part('.viewer-modes').hidden = !isPair;
      slider.hidden = !isPair || mode !== 'slider';
      part('.viewer-steps').hidden = places.length < 2;
      part('[data-place]').textContent = (words.positionOf || '{position} / {total}')
        .replace('{position}', at + 1).replace('{total}', places.length);
      zoom(false);
      // The button that had the focus may be hidden now.
      if (!document.activeElement.checkVisibility() || !dialog.contains(document.activeElement)) stage.focus();
    };

    const step = (by) => {
      at = (at + by + places.length) % places.length;
      show();
    };
    const slide = (value) => {
      slider.value = value;
      stage.style.setProperty('--at', `${isRightToLeft ? 100 - value : value}%`);
    };

    slider.oninput = () => slide(slider.value);
    dialog.onclick = ({ target }) => {
      const button = target.closest('button');
      if (button?.dataset.mode) {
        mode = button.dataset.mode;
        show();
      } else if (button?.dataset.step) {
        step(+button.dataset.step);
      } else if (button?.matches('[data-zoom]')) {
        zoom(!stage.matches('.large'));
      } else if (button?.matches('[data-close]') || (target === stage && isOutside)) {
        dialog.close();
      }
    };
    dialog.onkeydown = (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || target === slider) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key] * (isRightToLeft ? -1 : 1);
      if (by && places.length > 1 && !stage.matches('.large')) step(by);
      else if (key === '+' || key === '-') zoom(key === '+');
      else return;
      event.preventDefault();
    };

    // A finger moves the slider or goes to the next picture; a tap or a click enlarges.
    let start;
    let isOutside = false;
    stage.onpointerdown = (event) => {
      isOutside = event.target === stage;
      start = event.isPrimary && event.button === 0 ? event : null;
    };
    stage.onpointermove = ({ clientX, buttons }) => {
      const image = stage.matches('.slider') && buttons && stage.querySelector('img');
      if (!image) return;
      const { left, width } = image.getBoundingClientRect();
      const value = Math.min(100, Math.max(0, (clientX - left) / width * 100));
      slide(isRightToLeft ? 100 - value : value);
    };
    stage.onpointerup = ({ clientX, clientY, pointerType, target }) => {
      if (!start || stage.matches('.slider')) return;
      const [x, y] = [clientX - start.clientX, clientY - start.clientY];
      start = null;
      const isLarge = stage.matches('.large');
      if (Math.hypot(x, y) < 8) {
        if (target.matches('img')) zoom(!isLarge);
      } else if (pointerType === 'touch' && !isLarge && Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y) && places.length > 1) {
        step(x < 0 !== isRightToLeft ? 1 : -1);
      }
    };
    dialog.onclose = () => {
      dialog.remove();
      picture.closest('summary').focus({ preventScroll: true });
    };
    document.body.append(dialog);
    dialog.showModal();
    slide(50);
    show();
  };

  document.addEventListener('click', (event) => {
    const summary = template && event.target.closest?.('.shot > summary');
    if (!summary || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(summary.firstElementChild);
  });
}
