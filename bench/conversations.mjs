/* `npm run bench -- conversations <file>`: how well questions come together, and how fast. The file is JSON with `train`, a list of
   [text, subject]; CLINC150 has this form. It is asked in random order, in batches of a hundred. */
import { readFileSync } from 'node:fs';

const BATCH = 100;

/** @returns rows of a table: questions so far, V-measure, adjusted Rand index, clusters, conversations a second. */
export async function conversations(client, organization, file, most) {
  const questions = shuffled(JSON.parse(readFileSync(file, 'utf8')).train).slice(0, most);
  const base = `/v1/orgs/${organization}`;
  const rows = [];
  const begin = performance.now();
  let working = 0;
  for (let at = 0; at < questions.length; at += BATCH) {
    const since = performance.now();
    const batch = questions.slice(at, at + BATCH).map(([body], i) => ({
      id: `question-${at + i}`,
      parts: [{ type: 'message', role: 'user', body }],
    }));
    await client.call('POST', `${base}/conversations`, batch);
    await processed(
      client,
      base,
      batch.map(({ id }) => id),
    );
    working += performance.now() - since;
    const done = Math.min(at + BATCH, questions.length);
    if (done % 1500 === 0 || done === questions.length)
      rows.push(await report(client, base, questions, done, working / 1000));
  }
  rows.push(['in all', '', '', '', '', '', `${((performance.now() - begin) / 1000).toFixed(0)} s`]);
  return rows;
}

async function processed(client, base, ids) {
  for (const id of ids) {
    while (!(await client.call('GET', `${base}/conversations/${id}`)).conversation.processedAt)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function report(client, base, questions, done, seconds) {
  const clusterOf = new Map();
  for (let page; ;) {
    const query = `limit=1000${page ? `&page=${page}` : ''}`;
    const { items, next } = await client.call('GET', `${base}/conversations-issues?${query}`);
    for (const { issue } of items) clusterOf.set(issue.conversation, issue.cluster ?? issue.id);
    if (!next) break;
    page = next.page;
  }
  // Each question that was not found, or is in no cluster, counts as a separate group.
  const found = questions.slice(0, done).map((_, at) => clusterOf.get(`question-${at}`) ?? `none ${at}`);
  const { v, rand } = score(
    questions.slice(0, done).map(([, subject]) => subject),
    found,
  );
  const { count } = await client.call('GET', `${base}/conversations-clusters?limit=1`);
  const alone = new Set(found).size - count;
  return [done, v.toFixed(3), rand.toFixed(3), count, alone, clusterOf.size, (done / seconds).toFixed(0)];
}

/** V-measure (Rosenberg and Hirschberg, 2007) and adjusted Rand index (Hubert and Arabie, 1985). */
function score(wanted, found) {
  const total = wanted.length;
  const count = (keys) => {
    const counts = new Map();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const a = count(wanted);
  const b = count(found);
  const both = count(wanted.map((subject, at) => JSON.stringify([subject, found[at]])));
  const sum = (counts, of) => [...counts].reduce((all, [key, n]) => all + of(n, key), 0);
  const entropy = (counts) => -sum(counts, (n) => (n / total) * Math.log(n / total));
  const wantedGiven = -sum(both, (n, key) => (n / total) * Math.log(n / b.get(JSON.parse(key)[1])));
  const foundGiven = -sum(both, (n, key) => (n / total) * Math.log(n / a.get(JSON.parse(key)[0])));
  const homogeneity = 1 - wantedGiven / entropy(a);
  const completeness = 1 - foundGiven / entropy(b);
  const pairs = (n) => (n * (n - 1)) / 2;
  const [inBoth, inA, inB] = [both, a, b].map((counts) => sum(counts, pairs));
  const expected = (inA * inB) / pairs(total);
  return {
    v: (2 * homogeneity * completeness) / (homogeneity + completeness),
    rand: (inBoth - expected) / ((inA + inB) / 2 - expected),
  };
}

/** In an order that is the same every time. */
function shuffled(list) {
  let n = 7;
  const next = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const items = [...list];
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
