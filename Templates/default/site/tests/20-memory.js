// Reads the memory of tests. A shard is a script that calls `testShard`, because a page from disk can't fetch a file.
// TestShard+File.swift makes it.
{
  const { $, said, NONE } = window.testPage;
  const decoder = new TextDecoder();

  // The runs of the window, the oldest first.
  const runs = [...$('[data-window]').children].map((item) => ({
    ...item.dataset, address: $('a', item).getAttribute('href'), label: item.textContent.trim(), isMissing: 'missing' in item.dataset,
  }));
  // The latest complete run decides how a test is now.
  const isComplete = (run) => !run.isMissing && run.mark !== 'canceled';
  const latestComplete = Math.max(runs.findLastIndex(isComplete), 0);

  const unpack = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  const received = new Map();
  window.testShard = (version, _, parts) => {
    if (version === 2) received.set(document.currentScript.dataset.shard, parts);
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
      const [digest, name, place, earlier, first, failures, passed, passedIn, later] = line.split('\t');
      return { digest, name, place, earlier, first: +first || 0, failures: +failures || 0, passed: +passed || 0, passedIn, later };
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

  Object.assign(window.testPage, { runs, isComplete, latestComplete, load, find, received, shardOf, shardNames });
}
