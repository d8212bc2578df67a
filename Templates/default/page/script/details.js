// Details open in a modal view, and what is code in them can be copied (V1, V2). The content itself moves into the
// view and back, so that nothing stands twice.

import { $, $$, announce, button, el, words } from './base.js';
import { disclose, present } from './dialogs.js';

const copy = async (pre, status) => {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    status.textContent = words.copied;
  } catch {
    getSelection().selectAllChildren(pre);
    status.textContent = words.notCopied;
  }
  announce(status.textContent);
};

disclose('[data-details]', (body, summary) => {
  const tools = $$('pre', body).map((pre) => {
    const status = el('span', { class: 'sub' });
    const tool = el('p', { class: 'copy' }, status, button(words.copy, { onclick: () => copy(pre, status) }));
    pre.before(tool);
    return tool;
  });
  present({
    kind: 'view',
    title: ($('bdi', summary) || summary).textContent,
    body,
    from: summary,
    onclose: () => tools.forEach((tool) => tool.remove()),
  });
});
