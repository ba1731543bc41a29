import { LRUCache } from 'lru-cache';
import type { ContentRef, DocumentBlock, DocumentData, JSONDocument } from '#modules/documents/index.js';
import type { BlockSource, Specification } from '#modules/openapi/threads.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import type { IntegrationBlockData } from '../contentkit/draw-blocks.js';
import { DrawnBlock } from '../contentkit/drawn-block.js';
import type { RenderContext, RenderedFile, RenderedUser, ResolvedRef } from '../rendering/render-context.js';
import { type BodyLook, makeBody, makePlainBody, type PageBody } from './make-body.js';
import { makeMarkdown, type MarkdownForm } from './make-markdown.js';
import type { PageSource, ShownSpecification } from './page-source.js';

/** Its blocks are texts of JSON each. */
export interface PackedDocument {
  data: DocumentData;
  nodes: string[];
}

/** What a task asks of the process that it works for. */
export type PageQuestion =
  | { kind: 'specifications'; named: BlockSource[] }
  | { kind: 'specification'; id: string }
  | { kind: 'drawings'; blocks: IntegrationBlockData[] }
  | { kind: 'references'; refs: ContentRef[] };

/** A drawing without its class. */
export interface SentDrawing {
  drawn: Pick<DrawnBlock, 'root' | 'state' | 'ticket'> | null;
  seconds: number;
}

/** What references lead to, by `refKey`, and what is known of the files and users that they name. */
export interface KnownReferences extends Pick<RenderContext, 'language' | 'opensTabs'> {
  targets: Map<string, ResolvedRef>;
  files: Map<string, RenderedFile>;
  users: Map<string, RenderedUser>;
}

export type PageReply = ShownSpecification[] | string | null | SentDrawing[] | KnownReferences;

type Ask = (question: PageQuestion) => Promise<PageReply>;

export interface BodyInput {
  document: PackedDocument;
  look: BodyLook;
}

export interface MarkdownInput {
  document: PackedDocument;
  form: MarkdownForm;
}

/** In a thread: `makeBody`. */
export function bodyTask({ document, look }: BodyInput, ask: Ask): Promise<PageBody> {
  return makeBody(unpack(document), look, new AskedSource(ask));
}

/** In a thread: `makeMarkdown`. */
export function markdownTask({ document, form }: MarkdownInput, ask: Ask): Promise<string> {
  return makeMarkdown(unpack(document), form, new AskedSource(ask));
}

/** In a thread: `makePlainBody`. */
export function plainBodyTask(document: PackedDocument): PageBody {
  return makePlainBody(unpack(document));
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
export const PLAIN_BODY: ComputeTask<PackedDocument, PageBody> = {
  name: 'publishing/plain-body',
  module,
  run: plainBodyTask,
};

/** Equal for references that lead to the same. */
export function refKey(ref: ContentRef): string {
  return JSON.stringify(ref);
}

function unpack({ data, nodes }: PackedDocument): JSONDocument {
  return { object: 'document', data, nodes: nodes.map((node) => JSON.parse(node) as DocumentBlock) };
}

/** Specifications stay parsed for the next page that shows a part of the same. */
const SPECIFICATIONS_CHARACTERS = 8_000_000;
const specifications = new LRUCache<string, { specification: Specification; size: number }>({
  maxSize: SPECIFICATIONS_CHARACTERS,
  sizeCalculation: ({ size }) => Math.max(1, size),
});

class AskedSource implements PageSource {
  constructor(private readonly ask: Ask) {}

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
    const once = new Map(refs.map((ref) => [refKey(ref), ref]));
    const known = (await this.ask({ kind: 'references', refs: [...once.values()] })) as KnownReferences;
    const { targets, files, users, language, opensTabs } = known;
    return {
      resolveRef: (ref) => targets.get(refKey(ref)) ?? null,
      file: (id) => files.get(id) ?? null,
      user: (id) => users.get(id) ?? null,
      language,
      opensTabs,
    };
  }
}
