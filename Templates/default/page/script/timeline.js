// The timeline: a button that leads to now, a sheet on compact, and the full text of a shortened
// cell above its details.

import { $, $$, el, hasCompactWidth, isPlain, jump, on, words } from './base.js';
import { present } from './dialogs.js';
import { timeline } from './entries.js';

const nowMark = timeline && $('[data-component="now-indicator"]', timeline);

// The indicator gets the focus, so that the keyboard continues from there.
export const jumpToNow = () => {
  nowMark?.focus({ preventScroll: true });
  nowMark?.scrollIntoView({ block: 'center' });
};

const offerJump = () => {
  nowMark.tabIndex = -1;
  jump.firstChild.onclick = jumpToNow;
  timeline.prepend(jump);
  const look = (entries) => (jump.hidden = entries.pop().isIntersecting);
  new IntersectionObserver(look, { rootMargin: '-48px 0px 0px' }).observe(nowMark);
};

// The timeline itself moves into the sheet and back. The focus in the sheet begins at now.
const openTimeline = (from) => {
  nowMark?.toggleAttribute('autofocus', true);
  present({ kind: 'form', title: $('.t', from).textContent, body: timeline, from });
  nowMark?.toggleAttribute('autofocus', false);
  nowMark?.scrollIntoView({ block: 'center' });
};

// The cell shortens its parts, so its open details begin with the full text.
const tellWhole = ({ target }) => {
  const content = target.closest('summary')?.nextElementSibling;
  const row = content?.matches('[data-details]') && target.closest('[data-component="timeline-entry"]');
  if (!row || $('.whole', content)) return;
  const when = [$('h3', row.closest('[data-unit]')), $('time', row)].filter(Boolean).map((part) => part.textContent);
  const parts = $$(':scope > :is([data-tone], [data-text], [data-attribute])', content.closest('[data-cell]')).map((part) => part.cloneNode(true));
  content.prepend(el('div', { className: 'whole' }, el('h3', {}, when.join(words.listSeparator)), ...parts));
};

if (timeline) {
  if (nowMark) offerJump();
  on(document, 'click', tellWhole, true);
  const strip = $('[data-component="timeline-preview"]');
  if (strip) strip.onclick = (event) => {
    if (!hasCompactWidth() || !isPlain(event)) return;
    event.preventDefault();
    openTimeline(strip);
  };
}
