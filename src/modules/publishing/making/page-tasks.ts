import { LRUCache } from 'lru-cache';
import type { ContentRef, JSONDocument } from '#modules/documents/index.js';
import type { DocumentScope } from '#modules/expressions/index.js';
import type { BlockSource, Specification } from '#modules/openapi/threads.js';
import {
  FOR_READERS,
  type IncludedContent,
  type IncludedRef,
  resolveDocument,
} from '#modules/space-content/threads.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import {
  DrawnBlock,
  type IntegrationBlockData,
  isRelative,
  type RenderContext,
  type RenderedFile,
  type RenderedUser,
  type ResolvedRef,
} from '#modules/rendering/index.js';
import { type BodyLook, makeBody, makePlainBody, type PageBody } from './make-body.js';
import { makeMarkdown, type MarkdownForm } from './make-markdown.js';
import type { PageSource, ShownSpecification } from './page-source.js';

/** Browsers take seconds to lay out a longer page, and the page is sent and cached as a whole. */
const MAX_HTML_LENGTH = 10_000_000;

/** A stored document as JSON, and the values that its expressions can name. */
export interface StoredText {
  text: string;
  scope: DocumentScope;
}

/** Questions that a task in a thread asks its process. */
export type PageQuestion =
  | { kind: 'included'; ref: IncludedRef }
  | { kind: 'specifications'; named: BlockSource[] }
  | { kind: 'specification'; id: string }
  | { kind: 'drawings'; blocks: IntegrationBlockData[] }
  | { kind: 'references'; refs: ContentRef[] };

/** A drawing as plain data, because threads exchange no instances. */
export interface SentDrawing {
  drawn: Pick<DrawnBlock, 'root' | 'state' | 'ticket'> | null;
  seconds: number;
}

/** Targets of references by `refKey`, with the files and users that they name. */
export interface KnownReferences extends Pick<RenderContext, 'language' | 'opensTabs'> {
  targets: Map<string, ResolvedRef>;
  files: Map<string, RenderedFile>;
  users: Map<string, RenderedUser>;
}

export type PageReply =
  IncludedContent<string> | ShownSpecification[] | string | null | SentDrawing[] | KnownReferences;

type Ask = (question: PageQuestion) => Promise<PageReply>;

export interface BodyInput {
  document: StoredText;
  look: BodyLook;
}

export interface MarkdownInput {
  document: StoredText;
  form: MarkdownForm;
}

/** `makeBody` in a thread; the words alone if the page would be too long. */
export async function bodyTask({ document, look }: BodyInput, ask: Ask): Promise<PageBody> {
  const source = new AskedSource(ask);
  const resolved = await resolve(document, source);
  const body = await makeBody(resolved, look, source);
  return body.html.length > MAX_HTML_LENGTH ? makePlainBody(resolved) : body;
}

/** `makeMarkdown` in a thread. */
export async function markdownTask({ document, form }: MarkdownInput, ask: Ask): Promise<string> {
  const source = new AskedSource(ask);
  return makeMarkdown(await resolve(document, source), form, source);
}

/** `makePlainBody` in a thread. */
export async function plainBodyTask(document: StoredText, ask: Ask): Promise<PageBody> {
  return makePlainBody(await resolve(document, new AskedSource(ask)));
}

const module = new URL('./page-tasks.js', import.meta.url);

export const PAGE_BODY: ComputeTask<BodyInput, PageBody, PageQuestion, PageReply> = {
  name: 'publishing/page-body',
  module,
  run: bodyTask,
};
export const PAGE_MARKDOWN: ComputeTask<MarkdownInput, string, PageQuestion, PageReply> = {
  name: 'publishing/page-markdown',
  module,
  run: markdownTask,
};
export const PLAIN_BODY: ComputeTask<StoredText, PageBody, PageQuestion, PageReply> = {
  name: 'publishing/plain-body',
  module,
  run: plainBodyTask,
};

/** A key that is equal for references to the same target. */
export function refKey(ref: ContentRef): string {
  return JSON.stringify(ref);
}

function resolve({ text, scope }: StoredText, source: AskedSource): Promise<JSONDocument> {
  const document = JSON.parse(text) as JSONDocument;
  return resolveDocument(document, scope, FOR_READERS, (ref) => source.included(ref));
}

/** Specifications stay parsed for the next page that shows a part of the same one. */
const SPECIFICATIONS_CHARACTERS = 8_000_000;
const specifications = new LRUCache<string, { specification: Specification; size: number }>({
  maxSize: SPECIFICATIONS_CHARACTERS,
  sizeCalculation: ({ size }) => Math.max(1, size),
});

class AskedSource implements PageSource {
  constructor(private readonly ask: Ask) {}

  async included(ref: IncludedRef): Promise<IncludedContent | null> {
    const found = (await this.ask({ kind: 'included', ref })) as IncludedContent<string> | null;
    return found && { ...found, document: JSON.parse(found.document) as JSONDocument };
  }

  async specifications(named: BlockSource[]): Promise<ShownSpecification[]> {
    return (await this.ask({ kind: 'specifications', named })) as ShownSpecification[];
  }

  async specification(id: string): Promise<Specification | null> {
    const known = specifications.get(id);
    if (known) return known.specification;
    const text = (await this.ask({ kind: 'specification', id })) as string | null;
    if (text === null) return null;
    const specification = JSON.parse(text) as Specification;
    specifications.set(id, { specification, size: text.length });
    return specification;
  }

  async draw(blocks: IntegrationBlockData[]): ReturnType<PageSource['draw']> {
    const answers = (await this.ask({ kind: 'drawings', blocks })) as SentDrawing[];
    return answers.map(({ drawn, seconds }) => ({
      drawn: drawn && new DrawnBlock(drawn.root, drawn.state, drawn.ticket),
      seconds,
    }));
  }

  async context(refs: ContentRef[]): Promise<RenderContext> {
    const once = new Map(refs.filter((ref) => !isElsewhere(ref)).map((ref) => [refKey(ref), ref]));
    const known = (await this.ask({ kind: 'references', refs: [...once.values()] })) as KnownReferences;
    const { targets, files, users, language, opensTabs } = known;
    return {
      resolveRef: (ref) =>
        isElsewhere(ref) ? { kind: 'url', href: ref.url } : (targets.get(refKey(ref)) ?? null),
      file: (id) => files.get(id) ?? null,
      user: (id) => users.get(id) ?? null,
      language,
      opensTabs,
    };
  }
}

/** Tells external links from references that need a look-up; a long page may have thousands of them. */
function isElsewhere(ref: ContentRef): ref is Extract<ContentRef, { kind: 'url' }> {
  return ref.kind === 'url' && !isRelative(ref.url);
}
