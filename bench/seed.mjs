/* Content for the benchmark, made through the API like any client would. */
import { TOKEN } from './processes.mjs';

const BATCH = 50;
const GROUP = 100;
const WORDS =
  'content review merge page space change request reader writer publish deploy search index link table code'.split(
    ' ',
  );

export class Client {
  constructor(url) {
    this.url = url;
    this.headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  }

  async call(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: this.headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  async organization() {
    return (await this.call('GET', '/v1/orgs')).items[0].id;
  }

  createSpace(organization, title) {
    return this.call('POST', `/v1/orgs/${organization}/spaces`, { title, editMode: 'live', empty: true });
  }

  /** Fills a live space with `count` pages, each below the one before as far as `depth`, then from the top again. Answers the page ids. */
  async fillDeep(space, count, size, depth, write = text) {
    const chains = Array.from({ length: Math.ceil(count / depth) }, () => undefined);
    const ids = [];
    for (let level = 0; level < depth && ids.length < count; level++) {
      for (let start = 0; start < chains.length && ids.length < count; start += BATCH) {
        const part = chains.slice(start, Math.min(start + BATCH, start + count - ids.length));
        const pages = part.map((into, i) => ({
          title: `Level ${level} of ${start + i}`,
          markdown: write(ids.length + i, size),
          into,
        }));
        const made = await this.insert(space, pages);
        made.forEach((id, i) => (chains[start + i] = id));
        ids.push(...made);
      }
    }
    return ids;
  }

  /** Fills a live space with `count` pages in groups of 100; answers the page ids. */
  async fill(space, count, size, write = text) {
    const ids = [];
    for (let group = 0; group * GROUP < count; group++) {
      const [parent] = await this.insert(space, [{ title: `Part ${group}`, markdown: write(group, 200) }]);
      for (let start = 0; start < GROUP && ids.length < count; start += BATCH) {
        const wanted = Math.min(BATCH, count - ids.length);
        const pages = Array.from({ length: wanted }, (_, i) => ({
          title: write === prose ? sentence(ids.length + i, 4) : `Page ${group}-${start + i}`,
          markdown: write(ids.length + i, size),
          into: parent,
        }));
        ids.push(...(await this.insert(space, pages)));
      }
    }
    return ids;
  }

  /** Waits until a search of the space finds so many pages. */
  async untilFound(space, query, pages) {
    for (;;) {
      const { count } = await this.call('GET', `/v1/spaces/${space}/search?query=${query}`);
      if (count >= pages) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async insert(space, pages) {
    const changes = pages.map(({ title, markdown, into }) => ({
      operation: 'insert_page',
      title,
      into,
      document: { markdown },
    }));
    const answer = await this.call('POST', `/v1/spaces/${space}/content?compat=false`, { changes });
    return answer.changes.map((change) => change.page.id);
  }
}

const SYLLABLES = 'ba con der fi gro hal in jo ka lum men nor op par qui ra ser tol un ver wex yor zen'.split(
  ' ',
);

/** The word of a rank in a made-up language; low ranks are used most. */
export function word(rank) {
  let text = '';
  for (let n = rank + 30; n > 0; n = Math.floor(n / SYLLABLES.length))
    text += SYLLABLES[n % SYLLABLES.length];
  return text;
}

/** Words as frequent as in real texts: each rank is used in inverse proportion to it. */
function sentence(seed, count) {
  let n = (seed * 2654435761) % 2147483648;
  const next = () => (n = (n * 1103515245 + 12345) % 2147483648) / 2147483648;
  return Array.from({ length: count }, () => word(Math.floor(Math.exp(next() * Math.log(5000))) - 1)).join(
    ' ',
  );
}

/** About `size` bytes of Markdown that reads like documentation to a search index. */
export function prose(seed, size) {
  const parts = [];
  for (let i = 0, length = 0; length < size; i++) {
    const part = i % 5 === 0 ? `## ${sentence(seed * 97 + i, 3)}` : `${sentence(seed * 97 + i, 40)}.`;
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n');
}

/** About `size` bytes of Markdown with headings, lists, links and code. */
export function text(seed, size) {
  const parts = [];
  for (let n = seed, length = 0, i = 0; length < size; i++) {
    const words = Array.from(
      { length: 40 },
      () => WORDS[(n = (n * 1103515245 + 12345) % 2147483648) % WORDS.length],
    ).join(' ');
    const part =
      i % 5 === 0
        ? `## ${words.slice(0, 30)}`
        : i % 5 === 3
          ? `* ${words}\n* **bold** and \`code\``
          : `${words}.`;
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n');
}
