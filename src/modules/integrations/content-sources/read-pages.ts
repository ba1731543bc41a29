import { dependencyKey, type SourceDependencies } from '#modules/content/index.js';
import { type ContentRef, isContentRef } from '#modules/documents/index.js';
import { storableJson } from '#platform/database/storable-json.js';
import { type IntegrationSource, InvalidSource, partsOf, readSource, refsOf } from './integration-source.js';

/** A page that a script wants to be made; its text is asked for when it names a source for it. */
export interface WantedPage {
  /** Names the page among all of the answer. */
  key: string;
  /** By which documents of the answer refer to it. */
  id?: string;
  type: 'document' | 'link';
  title: string;
  slug?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  target?: ContentRef;
  source?: IntegrationSource;
  pages: WantedPage[];
}

/** A script answered what cannot be made pages of; the message names the place. */
export class InvalidAnswer extends Error {}

const ANSWER_LIMITS = { bytes: 5 * 2 ** 20, pages: 1000, depth: 10 };
const ID = /^[a-zA-Z0-9]{1,40}$/;

/**
 * Reads the answer to `content_compute_revision`: `{ pages }`, with pages as the published contract describes them (`InputPage`).
 * Members that it does not know are left out, and so are files.
 * @param asked the source that was asked for: pages are of the same integration, and depend on no more.
 * @throws InvalidAnswer
 */
export function readPages(body: Buffer, asked: IntegrationSource, known: SourceDependencies): WantedPage[] {
  const { pages = [] } = readObject(body, ANSWER_LIMITS.bytes);
  return new Reader(asked, known).list(pages, 'pages', '', 1);
}

/** JSON of an answer, without what the database cannot hold. @throws InvalidAnswer */
export function readObject(body: Buffer, largest: number): Record<string, unknown> {
  if (body.length > largest) throw new InvalidAnswer(`The answer is larger than ${largest / 2 ** 20} MB.`);
  let value: unknown;
  try {
    value = JSON.parse(storableJson(JSON.parse(body.toString('utf8'))));
  } catch {
    throw new InvalidAnswer('The answer is not JSON.');
  }
  return asObject(value, 'The answer');
}

class Reader {
  private count = 0;
  private readonly keys = new Set<string>();
  private readonly name: string | undefined;
  /** Dependencies that were authorised with the source; only their changes recompute pages. */
  private readonly allowed: ReadonlySet<string>;

  constructor(
    asked: IntegrationSource,
    private readonly known: SourceDependencies,
  ) {
    this.name = partsOf(asked.type)?.name;
    this.allowed = new Set(refsOf(asked).map(dependencyKey));
  }

  list(given: unknown, at: string, parent: string, depth: number): WantedPage[] {
    if (!Array.isArray(given)) throw new InvalidAnswer(`${at} must be an array.`);
    if (depth > ANSWER_LIMITS.depth && given.length > 0)
      throw new InvalidAnswer(`${at}: pages are nested deeper than ${ANSWER_LIMITS.depth} levels.`);
    this.count += given.length;
    if (this.count > ANSWER_LIMITS.pages)
      throw new InvalidAnswer(`${at}: there are more than ${ANSWER_LIMITS.pages} pages.`);
    return given.map((page, i) => this.page(page, `${at}[${i}]`, parent, depth));
  }

  private page(given: unknown, at: string, parent: string, depth: number): WantedPage {
    const page = asObject(given, at);
    const { type, id } = page;
    if (type === 'computed')
      throw new InvalidAnswer(`${at}: a page of type computed cannot stand in what is computed.`);
    if (type !== 'document' && type !== 'group' && type !== 'link')
      throw new InvalidAnswer(`${at}.type must be one of document, group, link.`);
    if (id !== undefined && (typeof id !== 'string' || !ID.test(id)))
      throw new InvalidAnswer(`${at}.id must be 1 to 40 letters and digits.`);
    const title = text(page, 'title', at, 300)?.trim();
    if (!title) throw new InvalidAnswer(`${at}.title must be a text that is not empty.`);
    const words = {
      title,
      ...optional('slug', text(page, 'slug', at, 100)),
      ...optional('emoji', text(page, 'emoji', at, 50)),
      ...optional('icon', text(page, 'icon', at, 50)),
      ...optional('description', text(page, 'description', at, 300)),
    };
    const key = this.keyOf(id, `${parent}/${words.slug ?? title}`, at);
    const own = { key, ...optional('id', id), ...words };
    if (type === 'link') return { ...own, type, target: this.target(page['target'], at), pages: [] };
    const pages = this.list(page['pages'] ?? [], `${at}.pages`, key, depth + 1);
    const source = type === 'document' ? this.source(page['computed'], at) : undefined;
    // Groups stand at the top of a space only: below a page, one is a page without a text.
    return { ...own, type: 'document', ...optional('source', source), pages };
  }

  /** Pages without an id are known by their names, and by their order where those are the same. */
  private keyOf(id: string | undefined, path: string, at: string): string {
    let key = id === undefined ? path : `#${id}`;
    if (id !== undefined && this.keys.has(key))
      throw new InvalidAnswer(`${at}.id: there are two pages of this id.`);
    for (let n = 2; this.keys.has(key); n++) key = `${path}#${n}`;
    this.keys.add(key);
    return key;
  }

  private target(given: unknown, at: string): ContentRef {
    if (isContentRef(given)) return given;
    throw new InvalidAnswer(`${at}.target must be a content reference.`);
  }

  private source(given: unknown, at: string): IntegrationSource | undefined {
    if (given === undefined) return undefined;
    const source = this.readSource(given, `${at}.computed`);
    if (partsOf(source.type)?.name !== this.name)
      throw new InvalidAnswer(`${at}.computed.type must be a source of this integration.`);
    if (!refsOf(source).every((ref) => this.allowed.has(dependencyKey(ref))))
      throw new InvalidAnswer(
        `${at}.computed.dependencies: the computed page itself does not depend on all of them.`,
      );
    return source;
  }

  private readSource(given: unknown, at: string): IntegrationSource {
    try {
      return readSource(given, at, this.known);
    } catch (error) {
      if (error instanceof InvalidSource) throw new InvalidAnswer(error.message);
      throw error;
    }
  }
}

function asObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new InvalidAnswer(`${at} must be an object.`);
}

/** An empty text counts as absent. */
function text(from: Record<string, unknown>, name: string, at: string, max: number): string | undefined {
  const value = from[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > max)
    throw new InvalidAnswer(`${at}.${name} must be a text of at most ${max} characters.`);
  return value;
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
