// Draws the runs of a test and their durations, on the same axis.
{
  const { main, $, said, isFailure, isPass, duration, fill, labeled, list, make, link, set, kinds, wordOf } = window.testPage;

  const median = (values) => {
    const sorted = values.toSorted((one, other) => one - other);
    return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : 0;
  };
  const quantile = (sorted, share) => sorted[Math.round((sorted.length - 1) * share)];

  const place = (index, count) => `${((index + 0.5) / count) * 100}%`;

  const describe = (result) => labeled(result.run.label, list([result.run.isMissing ? result.run.text : wordOf(result.outcome),
    result.took ? duration(result.took) : ''].filter(Boolean)));

  const showSigns = (history) => {
    const strip = $('[data-signs]');
    strip.replaceChildren(...history.map((result, index) => {
      const bar = link(result.run.address, '', result.run.isMissing ? 'missing' : kinds[result.outcome]);
      bar.title = describe(result);
      bar.setAttribute('aria-label', bar.title);
      bar.tabIndex = index === history.length - 1 ? 0 : -1;
      return bar;
    }));
    strip.setAttribute('role', 'group');
    strip.setAttribute('aria-label', $('[data-tally]').textContent);
  };

  // One bar is in the order of the tab key; the arrow keys reach the others.
  $('[data-signs]').addEventListener('keydown', (event) => {
    const ahead = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = ahead === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const next = { [ahead]: 'nextElementSibling', [back]: 'previousElementSibling' }[event.key];
    const bar = next && event.target[next];
    if (!bar) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    bar.tabIndex = 0;
    bar.focus();
  });

  const svg = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  const showTimes = (history) => {
    const chart = $('[data-curve]');
    const passed = history.filter((one) => isPass(one) && one.took).map((one) => one.took).sort((one, other) => one - other);
    for (const part of main.querySelectorAll('[data-times]')) part.hidden = !passed.length && !history.some((one) => one.took);
    const usual = median(passed);
    set('[data-duration]');
    const latest = history.findLast((one) => one.took);
    if (!latest) return;
    const noise = Math.max(3 * median(passed.map((one) => Math.abs(one - usual))), usual / 10, 100);
    const change = latest.took - usual;
    set('[data-duration]', duration(latest.took), passed.length >= 5 && Math.abs(change) > noise
      ? make('small', change > 0 ? 'worse' : 'better', ` ${change > 0 ? '+' : '−'}${duration(Math.abs(change))}`) : '');
    // Failures may take much longer; they are cut at the top.
    const most = Math.max(...(passed.length ? [passed.at(-1) * 1.35, usual * 2] : history.map((one) => one.took * 1.2)), 1);
    const height = (took) => 100 - Math.min(took / most, 1) * 100;
    const count = history.length;
    const picture = svg('svg', { viewBox: `0 0 ${count} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'flips' });
    const labels = [];
    let words = duration(latest.took);
    if (passed.length >= 5) {
      const [least, largest] = [quantile(passed, 0.05), quantile(passed, 0.95)];
      picture.append(svg('rect', { class: 'band', x: 0, width: count, y: height(largest), height: Math.max(height(least) - height(largest), 2) }));
      const text = duration(least) === duration(largest) ? fill(said.usually, { duration: duration(usual) })
        : fill(said.usual, { start: duration(least), end: duration(largest) });
      const label = make('span', 'label', text);
      label.style.insetBlockStart = `calc(${height(largest)}% - 1.4em)`;
      label.style.insetInlineStart = '0';
      labels.push(label);
      words = `${text}; ${words}`;
    }
    let path = '', before;
    history.forEach((result, index) => {
      if (!result.took || !isPass(result)) return;
      path += `${before === index - 1 ? 'L' : 'M'}${index + 0.5} ${height(result.took)}`;
      // A single point is a short line.
      if (before !== index - 1) path += 'h0.01';
      before = index;
    });
    picture.append(svg('path', { class: 'line', d: path }));
    const dot = (result, index, kind, isLabeled) => {
      const mark = make('i', 'dot ' + kind);
      mark.style.insetInlineStart = place(index, count);
      mark.style.insetBlockStart = `${height(result.took)}%`;
      labels.push(mark);
      if (!isLabeled) return;
      const label = make('span', 'label ' + kind, duration(result.took));
      label.style.insetBlockStart = `calc(${height(result.took)}% - ${height(result.took) < 20 ? 0.7 : 1.8}em)`;
      if (index > count / 2) label.style.insetInlineEnd = `calc(${((count - index - 0.5) / count) * 100}% + 0.6rem)`;
      else label.style.insetInlineStart = `calc(${place(index, count)} + 0.6rem)`;
      labels.push(label);
    };
    const failed = history.map((result, index) => [result, index]).filter(([result]) => result.took && isFailure(result));
    // The label is before the last failures in a row, and only if they took another time than usual.
    let named = failed.length - 1;
    while (named > 0 && failed[named - 1][1] === failed[named][1] - 1) named -= 1;
    failed.forEach(([result, index], at) => dot(result, index, 'fail', at === named && !(Math.abs(result.took - usual) <= noise)));
    const slow = history.map((result, index) => [result, index]).filter(([result]) => isPass(result) && result.took > usual + noise && passed.length >= 5);
    if (slow.length) dot(...slow.reduce((one, other) => (other[0].took > one[0].took ? other : one)), 'slow', true);
    chart.replaceChildren(picture, ...labels);
    chart.setAttribute('aria-label', words);
  };

  Object.assign(window.testPage, { showSigns, showTimes });
}
