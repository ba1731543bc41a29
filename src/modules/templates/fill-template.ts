import type { ContentEdit, NewPage } from '#modules/content/index.js';
import {
  type ContentRef,
  type DocumentBlock,
  type DocumentNode,
  type JSONDocument,
  mapReferences,
} from '#modules/documents/index.js';
import { newId } from '#platform/ids/ids.js';
import type { SlotReferences, Template, TemplatePage } from './template.types.js';

const SLOT = 'ref:';

/**
 * The edits that add the pages of a template at the end of the top level. Links between its pages lead to the new pages,
 * slots hold the given references; of a slot that nobody filled, words stay as plain text and anything else is left out.
 */
export function fillTemplate(template: Template, given: SlotReferences): ContentEdit[] {
  const ids = new Map<string, string>();
  eachPage(template.pages, (page) => ids.set(page.file, newId()));
  const targetOf = (address: string): ContentRef | undefined => {
    if (address.startsWith(SLOT)) return given[address.slice(SLOT.length)];
    const page = ids.get(address);
    return page === undefined ? undefined : { kind: 'page', page };
  };
  return template.pages.flatMap((page) => insert(page, null, ids, targetOf));
}

function insert(
  page: TemplatePage,
  into: string | null,
  ids: ReadonlyMap<string, string>,
  targetOf: (address: string) => ContentRef | undefined,
): ContentEdit[] {
  const id = ids.get(page.file)!;
  const { titleMarkdown: _, ...meta } = page.meta;
  const document = fill(page.document, targetOf);
  const edit: ContentEdit = {
    type: 'insertPage',
    into,
    page: { ...(meta as Partial<NewPage>), id, type: 'document', title: page.title },
    document,
  };
  return [edit, ...page.pages.flatMap((child) => insert(child, id, ids, targetOf))];
}

function fill(document: JSONDocument, targetOf: (address: string) => ContentRef | undefined): JSONDocument {
  const filled = mapReferences(document, (ref) => {
    const address = addressOf(ref);
    return (address !== undefined && targetOf(address)) || ref;
  });
  return { ...filled, nodes: withoutOpenSlots(filled.nodes) as DocumentBlock[] };
}

/** Markdown gives a slot as an address; a file block gives it as the id of a file. */
function addressOf(ref: ContentRef): string | undefined {
  if (ref.kind === 'url') return ref.url;
  return ref.kind === 'file' ? ref.file : undefined;
}

function withoutOpenSlots(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return [node];
    const inner = node.nodes && withoutOpenSlots(node.nodes);
    if (isOpenSlot(node.data['ref'])) return node.type === 'link' ? (inner ?? []) : [];
    // A list of images is nothing without its images.
    if (inner?.length === 0 && node.nodes!.length > 0) return [];
    return [
      {
        ...node,
        ...(inner && { nodes: inner }),
        ...(node.fragments && {
          fragments: node.fragments.map((one) => ({ ...one, nodes: withoutOpenSlots(one.nodes) })),
        }),
      } as DocumentNode,
    ];
  });
}

function isOpenSlot(ref: unknown): boolean {
  return addressOf((ref ?? { kind: 'none' }) as ContentRef)?.startsWith(SLOT) ?? false;
}

function eachPage(pages: readonly TemplatePage[], visit: (page: TemplatePage) => void): void {
  for (const page of pages) {
    visit(page);
    eachPage(page.pages, visit);
  }
}
