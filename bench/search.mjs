/* `npm run bench -- search`: what searching costs, over one space and over an organization of a hundred thousand pages. */
import { load } from './processes.mjs';
import { prose, word } from './seed.mjs';

const SIZE = 3000;
/** Rank of words by how often the pages use them: those of the first are in nearly all pages, those of the last in a few. */
const BROAD = [0, 40];
const SELECTIVE = [1500, 4000];

/** @returns rows of a table: name, searches per second, percentiles in ms. */
export async function searches(bindery, client, organization, { pages, copies, seconds, headers }) {
  const space = (await client.createSpace(organization, 'Search')).id;
  await client.fill(space, pages, SIZE, prose);
  const rows = [];
  const measure = async (name, targets, connections = 16) => {
    const task = { url: bindery.url, headers, targets, connections };
    await load({ ...task, seconds: 1 });
    const result = await load({ ...task, seconds, sequenceStart: 100_000 });
    rows.push([
      name,
      result.perSecond.toFixed(0),
      ...['p50', 'p97', 'p99'].map((at) => result[at]),
      result.failures,
    ]);
  };
  const inSpace = `/v1/spaces/${space}/search`;
  const inOrganization = `/v1/orgs/${organization}/search`;
  await measure(`${pages} pages, broad, all different`, queries(inSpace, BROAD, 20_000));
  await measure(`${pages} pages, selective, all different`, queries(inSpace, SELECTIVE, 20_000));
  await measure(`${pages} pages, broad, 100 that repeat`, queries(inSpace, BROAD, 100));
  await measure(`${pages} pages, selective, 100 that repeat`, queries(inSpace, SELECTIVE, 100));
  for (let i = 0; i < copies; i++) await client.call('POST', `/v1/spaces/${space}/duplicate`);
  const all = pages * (copies + 1);
  await client.untilFound(organization, word(0), copies + 1);
  await measure(`${all} pages, one space of them, broad`, queries(inSpace, BROAD, 20_000, 7), 4);
  await measure(`${all} pages, whole organization, broad`, queries(inOrganization, BROAD, 20_000), 4);
  await measure(`${all} pages, whole organization, selective`, queries(inOrganization, SELECTIVE, 20_000), 4);
  return rows;
}

/** Searches for one to three words from a range of ranks; the same for the same seed. */
function queries(path, [from, to], count, seed = 1) {
  let n = seed;
  const next = () => (n = (n * 1103515245 + 12345) % 2147483648) / 2147483648;
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 1 + Math.floor(next() * 3) }, () =>
      word(from + Math.floor(next() * (to - from))),
    );
    return { path: `${path}?query=${encodeURIComponent(words.join(' '))}` };
  });
}
