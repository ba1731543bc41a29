import type { JSONDocument } from '#modules/documents/index.js';
import type { PageNode } from './content.types.js';
import type { ContentEdit, EditResult, NewPage } from './edit.types.js';
import { applyEdits } from './edits/apply-edits.js';
import { MemoryObjects } from './objects/memory-objects.fixture.js';
import { ObjectBatch } from './objects/object-batch.js';
import { mapEntries, mapUpdate } from './objects/persistent-map.js';
import { readTree } from './tree/read-tree.js';
import { EMPTY_SNAPSHOT, readSnapshot, writeSnapshot } from './tree/snapshot.js';

/** For tests: a content store in memory, with short ways to build and to print trees. */
export class ContentFixture {
  readonly objects = new MemoryObjects();
  readonly empty: string;
  now = new Date('2026-01-01T00:00:00Z');

  constructor() {
    const batch = new ObjectBatch(this.objects);
    this.empty = writeSnapshot(batch, EMPTY_SNAPSHOT);
    void batch.flush(this.objects);
  }

  async run<T>(work: (batch: ObjectBatch) => Promise<T>): Promise<T> {
    const batch = new ObjectBatch(this.objects);
    const result = await work(batch);
    await batch.flush(this.objects);
    return result;
  }

  apply(snapshot: string, edits: ContentEdit[]): Promise<EditResult> {
    return this.run((batch) => applyEdits(batch, snapshot, edits, this.now));
  }

  async edit(snapshot: string, ...edits: ContentEdit[]): Promise<string> {
    return (await this.apply(snapshot, edits)).snapshot;
  }

  /** Pages in order, one line each, indented: `id slug`. */
  async outline(snapshot: string): Promise<string[]> {
    const print = (nodes: PageNode[], indent: string): string[] =>
      nodes.flatMap((node) => [`${indent}${node.id} ${node.slug}`, ...print(node.pages, `${indent}  `)]);
    return print(await readTree(this.objects, snapshot), '');
  }

  async pages(snapshot: string): Promise<Map<string, PageNode>> {
    const flat = (nodes: PageNode[]): [string, PageNode][] =>
      nodes.flatMap((node) => [[node.id, node] as [string, PageNode], ...flat(node.pages)]);
    return new Map(flat(await readTree(this.objects, snapshot)));
  }

  document(hash: string | null | undefined): Promise<JSONDocument | null> {
    const text = hash ? this.objects.texts.get(hash)?.text : undefined;
    return Promise.resolve(text ? (JSON.parse(text) as JSONDocument) : null);
  }

  /** Problems of a tree that must never occur: doubled ids or slugs, an index or stored shape that is not the tree's. */
  async problems(snapshot: string): Promise<string[]> {
    const problems: string[] = [];
    const parents = new Map<string, string | null>();
    const visit = (nodes: PageNode[], parent: string | null): void => {
      const slugs = nodes.map((node) => node.slug);
      if (new Set(slugs).size !== slugs.length) problems.push(`slugs below ${parent}: ${slugs.join(' ')}`);
      for (const node of nodes) {
        if (parents.has(node.id)) problems.push(`${node.id} is there twice`);
        if (parent !== null && node.type === 'group') problems.push(`the group ${node.id} is nested`);
        parents.set(node.id, parent);
        visit(node.pages, node.id);
      }
    };
    visit(await readTree(this.objects, snapshot), null);
    const { index } = await readSnapshot(this.objects, snapshot);
    const rebuilt = await mapUpdate<string | null>(new ObjectBatch(this.objects), null, parents);
    if (rebuilt !== index) {
      const stored = JSON.stringify([...(await mapEntries(this.objects, index))]);
      problems.push(`the index is ${stored}, the tree is ${JSON.stringify([...parents])}`);
    }
    return problems;
  }
}

export const insert = (
  id: string,
  into: string | null = null,
  more: Partial<NewPage> & { at?: number; document?: JSONDocument } = {},
): ContentEdit => {
  const { at, document, ...fields } = more;
  const page: NewPage = { type: 'document', title: id, ...fields, id };
  return {
    type: 'insertPage',
    into,
    page,
    ...(at === undefined ? {} : { at }),
    ...(document ? { document } : {}),
  };
};

export const paragraph = (key: string, text: string): JSONDocument['nodes'][number] => ({
  object: 'block',
  type: 'paragraph',
  key,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

export const documentOf = (...nodes: JSONDocument['nodes']): JSONDocument => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
});

/** A document of paragraphs `{ key: text }`. */
export const paragraphs = (texts: Record<string, string>): JSONDocument =>
  documentOf(...Object.entries(texts).map(([key, text]) => paragraph(key, text)));
