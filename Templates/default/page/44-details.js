// Details open in a modal view, and what is code in them can be copied (V1, V2). The content itself moves into the
// view and back, so that nothing stands twice.

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

disclose('.p', (body, summary) => {
  for (const pre of $$('pre', body)) {
    const status = el('span', { class: 'sub' });
    pre.before(el('p', { class: 'copy' }, status, button(words.copy, { onclick: () => copy(pre, status) })));
  }
  present({
    kind: 'view',
    title: ($('bdi', summary) || summary).textContent,
    body,
    from: summary,
    onclose: () => $$('.copy', body).forEach((tool) => tool.remove()),
  });
});
