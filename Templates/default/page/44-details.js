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

disclose('.p', (content, summary) => {
  const mark = document.createComment('');
  content.replaceWith(mark);
  const tools = $$('pre', content).map((pre) => {
    const status = el('span', { class: 'sub' });
    const tool = el('p', { class: 'copy' }, status, button(words.copy, { onclick: () => copy(pre, status) }));
    pre.before(tool);
    return tool;
  });
  const giveBack = () => {
    for (const tool of tools) tool.remove();
    mark.replaceWith(content);
    removeEventListener('beforeprint', print);
  };
  // On paper the details stand in their place.
  const print = () => {
    dialog.close();
    giveBack();
  };
  addEventListener('beforeprint', print);
  const title = ($('bdi', summary) || summary).textContent;
  const dialog = present({ kind: 'view', title, body: content, from: summary, ongone: giveBack });
});
