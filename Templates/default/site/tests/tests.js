// The page of a project's tests: shows the test that the address names, and finds tests by their names. A shard is a
// script that calls `testShard`, because a page from disk can't fetch a file. TestShard+File.swift makes it. Everything
// in it comes from reports, so it becomes text, never markup.
{
  const main = document.querySelector('main.tests');
  const $ = (selector, from = main) => from.querySelector(selector);
  const said = main.dataset;
  const language = document.documentElement.lang + '-u-nu-latn';
  const runWords = said.runWords.split('|');
  const decoder = new TextDecoder();
  const NONE = 0, PASSED = 1, FAILED = 2, ERROR = 3, SKIPPED = 4, TODO = 5, FLAKY = 6;
  const isFailure = ({ outcome }) => outcome === FAILED || outcome === ERROR;
  const isPass = ({ outcome }) => outcome === PASSED || outcome === FLAKY;

  const format = (value, options) => {
    try {
      return value.toLocaleString(language, options);
    } catch {
      return String(value);
    }
  };
  const units = said.units.split('|');
  const unit = (kind, value) => units[kind].replace('#', value);
  // "310 ms", "0.84 s", "3 min 20 s", as reports write durations.
  const duration = (time) => {
    if (time < 1000) return unit(0, format(Math.round(time)));
    if (time < 10000) return unit(1, format(time / 1000, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
    const whole = Math.round(time / 1000);
    const parts = whole < 60 ? [[1, whole]] : whole < 3600 ? [[2, Math.floor(whole / 60)], [1, whole % 60]]
      : [[3, Math.floor(whole / 3600)], [2, Math.floor((whole % 3600) / 60)]];
    return parts.filter(([, value], index) => !index || value).map(([kind, value]) => unit(kind, value)).join(' ');
  };
  const percent = (share) => format(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
  // Days before month, as in the other dates of the page.
  const date = (time) => new Date(time * 1000).toLocaleDateString(language.replace(/^en-/, 'en-GB-'), { dateStyle: 'medium' });
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const labeled = (label, value) => label + said.separator + value;

  // An element with a class and content: text, elements, or nothing.
  const make = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content.filter((part) => part !== undefined && part !== ''));
    return element;
  };
  const link = (address, text, className) => {
    const element = make(/^(https?:|\.\.\/|#)/.test(address || '') ? 'a' : 'span', className, text);
    if (element.localName === 'a') element.href = address;
    return element;
  };
  const isolate = (text) => make('bdi', '', text);
  const set = (selector, ...content) => $(selector).replaceChildren(...content.filter(Boolean));

  // MARK: The memory

  // The runs of the window, the oldest first.
  const runs = [...$('[data-window]').children].map((item) => ({
    ...item.dataset, address: $('a', item).getAttribute('href'), label: item.textContent.trim(), isMissing: 'missing' in item.dataset,
  }));

  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  const received = new Map();
  window.testShard = (version, _, parts) => {
    if (version === 1) received.set(document.currentScript.dataset.shard, parts);
  };

  const loads = new Map();
  const load = (name) => {
    if (!loads.has(name)) {
      loads.set(name, new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.dataset.shard = name;
        script.src = name + '.js';
        script.addEventListener('error', reject);
        script.addEventListener('load', () => (received.has(name) ? resolve(read(received.get(name))) : reject()));
        document.head.append(script);
      }));
    }
    return loads.get(name);
  };

  const read = async ([packed, ...parts]) => {
    const text = decoder.decode(await unpack(packed));
    const rows = text ? text.split('\n').map((line) => {
      const [digest, name, place, earlier, first, failures, passed, passedIn] = line.split('\t');
      return { digest, name, place, earlier, first: +first || 0, failures: +failures || 0, passed: +passed || 0, passedIn };
    }) : [];
    const blocks = [];
    for (let at = 0; at < parts.length; at += 3) blocks.push({ runs: parts[at], signs: parts[at + 1], times: parts[at + 2] });
    return { rows, blocks };
  };

  const digits = +said.digits;
  const shardOf = (digest) => (digits ? digest.slice(0, digits) : 'all');
  const shardNames = digits
    ? Array.from({ length: 16 ** digits }, (_, index) => index.toString(16).padStart(digits, '0')) : ['all'];

  const bits = (mask, names) => names.filter((_, index) => (mask >> index) & 1);

  // The results of a row in a block, by the ids of the runs.
  const readBlock = async (block, row, results) => {
    block.opened ||= Promise.all([unpack(block.signs), unpack(block.times)]);
    const [signs, times] = await block.opened;
    const lines = [];
    let start = 0;
    while (lines.length < 5) {
      const end = signs.indexOf(10, start);
      lines.push(decoder.decode(signs.subarray(start, end)));
      start = end + 1;
    }
    const [count, environments, places, texts, failures] = lines;
    const width = block.runs.length, size = count * width;
    if (row >= count) return;
    const names = environments.split('\t'), sets = places.split(' '), words = texts.split('\t');
    block.runs.forEach(([id, time], column) => {
      const at = row * width + column;
      let took = ((times[at] & 3) << 8) | times[size + at];
      took *= 10 ** (times[at] >> 2);
      const [ran, failed] = sets[signs[start + size + at]].split('|');
      // A later block replaces the run.
      if (signs[start + at] === NONE) results.delete(id);
      else results.set(id, { id, time, outcome: signs[start + at], took, ran: bits(ran, names), failed: bits(failed, names), cause: '' });
    });
    for (const failure of failures ? failures.split(' ') : []) {
      const [column, at, ...rest] = failure.split(',').map(Number);
      const result = at === row && results.get(block.runs[column][0]);
      if (result) [result.cause, result.owner, result.file, result.known, result.suspects] = rest.map((index) => words[index]);
    }
  };

  // A test with its results under its earlier names; nothing if no run of the memory has it.
  const find = async (digest, depth = 0) => {
    const shard = await load(shardOf(digest));
    const row = shard.rows.findIndex((one) => one.digest === digest);
    if (row < 0) return undefined;
    const test = { ...shard.rows[row], results: new Map() };
    for (const block of shard.blocks) await readBlock(block, row, test.results);
    const earlier = test.earlier && depth < 5 && await find(test.earlier, depth + 1);
    if (earlier) {
      for (const [id, result] of earlier.results) if (!test.results.has(id)) test.results.set(id, result);
      test.before = earlier.name;
      test.failures += earlier.failures;
      test.first = Math.min(test.first || Infinity, earlier.first || Infinity);
      if (!test.passed) [test.passed, test.passedIn] = [earlier.passed, earlier.passedIn];
    }
    return test;
  };

  // MARK: One test

  const signs = ['·', '✔', '✖', '✖', '–', '–', '◐'];
  const kinds = ['none', 'pass', 'fail', 'fail', 'skip', 'skip', 'flaky'];
  const wordOf = (outcome) => [said.notRun, said.passed, said.failed, said.failed, said.skipped, said.skipped, said.flaky][outcome];

  const median = (values) => {
    const sorted = values.toSorted((one, other) => one - other);
    return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : 0;
  };
  const quantile = (sorted, share) => sorted[Math.round((sorted.length - 1) * share)];

  // Came and went: the rule of the lists in TestLists.swift.
  const isFlaky = (history) => {
    let times = 0, failed = false;
    for (const result of history.slice(-14).filter((one) => isPass(one) || isFailure(one))) {
      if (result.outcome === FLAKY || (isFailure(result) && !failed)) times += 1;
      failed = isFailure(result);
    }
    return times > 1;
  };

  const runName = (run) => link(run.commitUrl || run.address, run.commit || run.label, 'mono');

  const showVerdict = (history, ran) => {
    const last = history.at(-1), latest = ran.at(-1);
    const flaky = isPass(last) && (last.outcome === FLAKY || isFlaky(history));
    const state = isFailure(last) ? 'error' : flaky ? 'warning' : isPass(last) ? 'success' : 'neutral';
    const unsteady = flaky && ran.findLast((one) => one.cause);
    const card = $('[data-verdict]');
    card.dataset.urgency = state;
    $('use', card).setAttribute('href', '#icon-' + state);
    set('[data-verdict] h2 span', isFailure(last) ? said.failing : flaky ? said.flaky : wordOf(last.outcome));
    set('[data-cause]', isFailure(last) ? last.cause : unsteady?.cause);
    $('[data-open]').href = (latest || last).run.address;
    set('[data-broken]', unsteady && fill(said.last, { date: unsteady.run.short }));
    $('[data-first]').hidden = true;
    if (!latest || !isFailure(latest)) return;
    let start = ran.length - 1;
    while (start > 0 && isFailure(ran[start - 1])) start -= 1;
    const first = ran[start], before = ran[start - 1];
    let passed = 0;
    while (start - passed > 0 && isPass(ran[start - passed - 1])) passed += 1;
    const values = before?.run.commit && first.run.commit && before.run.commit !== first.run.commit
      ? [said.between, { before: runName(before.run), after: runName(first.run) }]
      : [said.since, { run: link(first.run.address, first.run.label) }];
    // The parts of a sentence with links.
    const parts = values[0].split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[1][part] : part));
    set('[data-broken]', ...parts, passed ? '; ' + fill(said.before, { runs: runWords[passed] }) : '');
    $('[data-first]').hidden = false;
    set('[data-when]', link(first.run.address, first.run.label));
    set('[data-first-cause]', first.cause);
    const suspects = (first.suspects || '').split('\x1e').filter(Boolean).map((one) => one.split('\x1f'));
    const compare = said.compare && before?.run.commit && values[1].before
      ? fill(said.compare, { from: encodeURIComponent(before.run.commit), to: encodeURIComponent(first.run.commit) }) : '';
    if (compare && !suspects.length) suspects.push([`${before.run.commit}…${first.run.commit}`, '', compare]);
    for (const part of main.querySelectorAll('[data-suspects]')) part.hidden = !suspects.length;
    $('h3[data-suspects]').hidden = !suspects.some(([, title]) => title);
    set('ul[data-suspects]', ...suspects.map(([name, title, address]) => make('li', '', link(address, name, 'mono'), ' ', isolate(title))));
    if (!first.cause && !suspects.length) $('[data-first]').hidden = true;
  };

  const place = (index, count) => `${((index + 0.5) / count) * 100}%`;

  const describe = (result) => labeled(result.run.label, [result.run.isMissing ? result.run.text : wordOf(result.outcome),
    result.took ? duration(result.took) : ''].filter(Boolean).join(', '));

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

  const showLists = (history, ran) => {
    const environments = [...new Set(history.flatMap((result) => result.ran || []))].sort();
    $('[data-environments]').hidden = !environments.length;
    set('[data-environments] .n', format(environments.length));
    set('[data-environments] ul', ...environments.map((name) => {
      const outcome = (result) => (result.failed?.includes(name) ? FAILED : result.ran?.includes(name) ? PASSED : NONE);
      const strip = make('span', 'strip', ...history.slice(-30).map((result) => make('span', kinds[outcome(result)], signs[outcome(result)])));
      const ranIn = history.filter((result) => outcome(result) !== NONE);
      const failed = ranIn.filter((result) => outcome(result) === FAILED).length;
      strip.setAttribute('role', 'img');
      strip.setAttribute('aria-label', labeled(said.failed, fill(said.of, { done: format(failed), total: format(ranIn.length) })));
      return make('li', '', isolate(name), strip, make('span', 'r', wordOf(outcome(history.at(-1)))));
    }));
    const causes = new Map();
    for (const result of history) {
      if (!result.cause) continue;
      causes.set(result.cause, { count: (causes.get(result.cause)?.count || 0) + 1, run: result.run });
    }
    $('[data-causes]').hidden = !causes.size;
    set('[data-causes] .n', format(causes.size));
    set('[data-causes] ul', ...[...causes].reverse().map(([text, { count, run }]) => make('li', '', link(run.address, isolate(text)),
      make('small', '', make('span', '', fill(said.last, { date: run.short })), make('span', 'r', runWords[count])))));
    const failed = ran.filter((result) => isFailure(result) || result.outcome === FLAKY);
    const few = history.filter((result, index) => index >= history.length - 3 || failed.slice(-6).includes(result) || result === ran.findLast(isPass));
    const list = (results) => set('[data-runs] ul', ...results.toReversed().map((result) => make('li', '', link(result.run.address, result.run.label),
      make('span', 'r ' + kinds[result.outcome], result.took ? duration(result.took) + ' ' : '', result.run.isMissing ? result.run.text : signs[result.outcome]),
      make('small', '', [result.run.commit, result.cause].filter(Boolean).join(' · ')))));
    list(few);
    const more = $('[data-runs] button');
    more.hidden = few.length === history.length;
    more.onclick = () => {
      list(history);
      more.hidden = true;
    };
  };

  // A long name breaks between its words.
  const breakable = (name) => name.split(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[._/:])(?=[\p{L}\d])/u)
    .flatMap((word, index) => (index ? [document.createElement('wbr'), word] : [word]));

  const title = document.title;
  const narrow = matchMedia('(max-width: 40rem)');
  let shown;

  const show = (test) => {
    const results = runs.map((run) => ({ outcome: NONE, took: 0, ...test.results.get(run.id), run }));
    const start = results.findIndex((result) => result.outcome !== NONE);
    // Nothing was known of a test before its first result.
    const history = results.slice(Math.max(start, 0));
    const ran = history.filter((result) => isPass(result) || isFailure(result));
    const passed = ran.filter(isPass).length, failed = ran.length - passed;
    set('[data-name]', ...breakable(test.name || test.digest));
    document.title = `${test.name || test.digest} · ${title}`;
    set('[data-test] .head [data-place]', test.place);
    set('[data-file]', history.findLast((result) => result.file)?.file);
    const note = $('[data-note]');
    note.hidden = start >= 0;
    $('[data-body]').hidden = start < 0;
    if (start < 0) {
      note.textContent = fill(said.unknown, { runs: runWords[runs.length] });
      return;
    }
    set('[data-tally]', [[said.passed, passed], [said.failed, failed]].map(([label, count]) => labeled(label, format(count))).join(', '));
    const visible = narrow.matches ? history.slice(-45) : history;
    set('[data-count]', runWords[visible.length]);
    showVerdict(history, ran);
    showSigns(visible);
    showTimes(visible);
    const marks = [0, 0.5, 1].map((share) => visible[Math.round((visible.length - 1) * share)].run.short);
    set('[data-range]', ...marks.slice(visible.length < 3 ? 2 : 0).map((mark) => make('span', '', mark)));
    showLists(history, ran);
    set('[data-passed]', fill(said.of, { done: format(passed), total: format(ran.length) }));
    const lastPass = ran.findLast(isPass);
    set('[data-last-pass]', lastPass ? link(lastPass.run.address, lastPass.run.short) : test.passed ? date(test.passed) : '–');
    set('[data-rate]', ran.length ? percent(failed / ran.length) : '–', isFlaky(history) ? make('small', '', ` ${said.flaky}`) : '');
    set('[data-failures]', format(test.failures + [...test.results.values()].filter((result) => isFailure(result)).length));
    set('[data-seen]', date(Math.min(test.first || Infinity, ...[...test.results.values()].map((result) => result.time))));
    const latest = history.findLast((result) => isFailure(result) || result.outcome === FLAKY);
    for (const [name, text] of [['owner', latest?.owner], ['known', isFailure(history.at(-1)) && latest.known], ['earlier', test.before]]) {
      $(`[data-${name}]:has(dt)`).hidden = !text;
      set(`[data-${name}] dd`, text ? isolate(text) : '');
    }
  };

  const open = async () => {
    const digest = location.hash.slice(1);
    const isTest = /^[0-9a-f]{10}$/.test(digest);
    $('[data-list]').hidden = isTest;
    $('[data-test]').hidden = !isTest;
    shown = undefined;
    document.title = title;
    if (!isTest) return;
    let test;
    try {
      test = await find(digest);
    } catch {
      $('[data-note]').textContent = said.unreadable;
    }
    // Another test was opened in the meantime.
    if (location.hash.slice(1) !== digest) return;
    shown = test;
    if (test) show(test);
    else {
      set('[data-name]', digest);
      $('[data-note]').hidden = false;
      $('[data-body]').hidden = true;
      if (loads.has(shardOf(digest)) && received.has(shardOf(digest))) $('[data-note]').textContent = fill(said.unknown, { runs: runWords[runs.length] });
    }
    scrollTo(0, 0);
    $('h1', $('[data-test]')).focus({ preventScroll: true });
  };

  // MARK: The search

  const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const MOST = 100;
  let all;

  // Loads the shards one by one.
  const loadAll = async () => {
    const found = [];
    for (const name of shardNames) {
      try {
        for (const row of (await load(name)).rows) found.push({ ...row, text: plain(`${row.place} ${row.name}`) });
      } catch {
        // The others are searched.
      }
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  };

  const form = $('[data-search]'), field = $('input', form);
  const look = async () => {
    all ||= loadAll();
    const tests = await all;
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const hits = tests.filter((test) => words.every((word) => test.text.includes(word)));
    const box = $('[data-found]');
    box.hidden = false;
    set('[data-found] .n', format(hits.length));
    set('[data-found] ul', ...hits.slice(0, MOST).map((test) => {
      const row = make('p', 't', link('#' + test.digest, isolate(test.name || test.digest)), ' ', make('bdi', 'sub', test.place));
      return make('li', '', row);
    }), hits.length ? '' : make('li', 'sub', said.none), hits.length > MOST ? make('li', 'sub', '…') : '');
  };
  form.hidden = !shardNames.length;
  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('focus', look);
  field.addEventListener('input', look);

  // The failures in the lists stand out, as in the page of a test.
  for (const strip of main.querySelectorAll('[data-list] .strip')) {
    strip.replaceChildren(...strip.textContent.split(/([✖◐]+)/).map((part, index) => (index % 2 ? make('span', part[0] === '◐' ? 'flaky' : 'fail', part) : part)));
  }

  narrow.addEventListener('change', () => shown && show(shown));
  addEventListener('hashchange', open);
  open();
}
