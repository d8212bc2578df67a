// Timed elements: a countdown that can be paused, and a toast with an undo button.

import { $, $$, announce, toastBox } from './base.js';

// Calls `done` after `seconds`. The time stops while `element` has the pointer or the focus, and
// while the page is hidden.
export const countdown = (element, seconds, done) => {
  const clock = setInterval(() => {
    if (document.hidden || element.matches(':hover, :focus-within')) return;
    seconds -= 0.25;
    if (seconds > 0) return;
    clearInterval(clock);
    done();
  }, 250);
};

// Shows one toast at a time. It is inside the top open layer, because elements outside of a modal
// dialog are inert and a click outside closes a popover. As a popover it is above all layers.
export const toast = (text, undo) => {
  $('.toast')?.remove();
  const from = document.activeElement;
  const close = (next) => {
    element.remove();
    next();
  };
  const element = toastBox.cloneNode(true);
  const [said, undoer, closer] = element.children;
  said.textContent = text;
  undoer.onclick = () => close(undo);
  closer.onclick = () => close(() => from.focus());
  ($$('dialog[open], [popover]:popover-open').pop() || $('main')).append(element);
  element.showPopover?.();
  countdown(element, 8, () => element.remove());
  announce(text);
};
