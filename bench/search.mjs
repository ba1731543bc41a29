/* `npm run bench -- search`: what searching costs, over one space and over an organization of a hundred thousand pages. */
import { load } from './processes.mjs';
import { prose, word } from './seed.mjs';

const SIZE = 3000;
/** Ranks of words by how often the pages use them: those of the first are in nearly all pages, those of the last in a few. */
const KINDS = { broad: [0, 40], selective: [1500, 4000] };
/** In a few of all pages: counted in a copy, it says how many of its pages are indexed. */
const RARE = 3000;
const DIFFERENT = 12_000;
const REPEATED = 100;
const MANY = 16;
/** Connections for measuring the latency of single clients and of a few at once. */
const FEW = [2, 4];

/** @returns rows of a table: name, connections, searches per second, percentiles in ms, failures. */
export async function searches(bindery, client, organization, { pages, copies, seconds, headers }) {
  const space = (await client.createSpace(organization, 'Search')).id;
  await client.fill(space, pages, SIZE, prose);
  const rows = [];
  const measure = async (name, targets, connections) => {
    const task = { url: bindery.url, headers, targets, connections };
    await load({ ...task, seconds: 1 });
    // Queries that repeat do so; the others have not been asked in the second before.
    const result = await load({ ...task, seconds, sequenceStart: Math.floor(targets.length / 6) });
    const times = ['p50', 'p95', 'p99'].map((at) => result[at]);
    rows.push([name, connections, result.perSecond.toFixed(0), ...times, result.failures]);
  };
  const inSpace = `/v1/spaces/${space}/search`;
  const inOrganization = `/v1/orgs/${organization}/search`;
  await measure('GET /v1/spaces/{id}, beside', [{ path: `/v1/spaces/${space}` }], MANY);
  for (const [kind, ranks] of Object.entries(KINDS)) {
    await measure(`${pages} pages, ${kind}, all different`, queries(inSpace, ranks, DIFFERENT), MANY);
    await measure(
      `${pages} pages, ${kind}, ${REPEATED} that repeat`,
      queries(inSpace, ranks, REPEATED),
      MANY,
    );
  }
  const all = pages * (copies + 1);
  rows.push([`${copies} copies indexed`, '', `${await copied(client, space, copies)} s`]);
  for (const [kind, ranks] of Object.entries(KINDS)) {
    for (const connections of FEW) {
      const different = (path) => queries(path, ranks, DIFFERENT, 7);
      await measure(`${all} pages, one space, ${kind}`, different(inSpace), connections);
      await measure(`${all} pages, organization, ${kind}`, different(inOrganization), connections);
    }
  }
  return rows;
}

/** Duplicates the space; answers how many seconds it took until each copy was searched as a whole. */
async function copied(client, space, copies) {
  const begin = performance.now();
  const spaces = [];
  for (let i = 0; i < copies; i++)
    spaces.push((await client.call('POST', `/v1/spaces/${space}/duplicate`)).id);
  const { count } = await client.call('GET', `/v1/spaces/${space}/search?query=${word(RARE)}`);
  for (const copy of spaces) await client.untilFound(copy, word(RARE), count);
  return ((performance.now() - begin) / 1000).toFixed(0);
}

/** Different searches for one to three words from a range of ranks; the same for the same seed. */
function queries(path, [from, to], count, seed = 1) {
  let n = seed;
  // Exact in 32 bits, so that it does not soon go round in circles.
  const next = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const found = new Set();
  while (found.size < count) {
    const words = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
      word(from + Math.floor(next() * (to - from))),
    );
    found.add(words.join(' '));
  }
  return [...found].map((query) => ({ path: `${path}?query=${encodeURIComponent(query)}` }));
}
