import {
  changeNodes,
  type ContentRef,
  type DocumentBlock,
  type DocumentNode,
  isContentRef,
  type JSONDocument,
  mapReferences,
  replaceBlocks,
} from '#modules/documents/index.js';

/** Things of a folder that its texts may refer to. */
export interface OwnThings {
  pages: ReadonlySet<string>;
  files: ReadonlySet<string>;
  reusableContents: ReadonlySet<string>;
}

const NOWHERE: ContentRef = { kind: 'url', url: '#' };

/** Blocks that show what somebody else has: a specification, or what a program with secrets draws. */
const FOREIGN: Record<string, string> = {
  integration: 'A block of an integration',
  swagger: 'An API reference',
  'openapi-operation': 'An API reference',
  'openapi-schemas': 'An API reference',
  'openapi-webhook': 'An API reference',
  embed: 'An embedded page',
};

/**
 * Takes out of a text whatever would show its readers more than the folder it comes from: references to things outside of the folder,
 * blocks that something else fills, and pictures at other hosts, which would learn who reads.
 * @param own what the folder has itself.
 */
export function confineDocument(document: JSONDocument, own: OwnThings): JSONDocument {
  const replaced = replaceBlocks(document.nodes, (block) => replacementOf(block, own));
  const nodes = changeNodes(replaced, (node) => confineInline(confineTable(node)));
  return mapReferences({ ...document, nodes }, (ref) => confineRef(ref, own));
}

/** The reference where it leads to something of the folder, or to an address; else one that leads nowhere. */
export function confineRef(ref: ContentRef, own: OwnThings): ContentRef {
  return isOwn(ref, own) ? ref : NOWHERE;
}

function isOwn(ref: ContentRef, { pages, files, reusableContents }: OwnThings): boolean {
  if ('space' in ref) return false;
  switch (ref.kind) {
    case 'url':
    case 'tag':
      return true;
    case 'page':
      return pages.has(ref.page);
    case 'anchor':
      return ref.page === undefined || pages.has(ref.page);
    case 'file':
      return files.has(ref.file);
    case 'reusable-content':
      return reusableContents.has(ref.reusableContent);
    default:
      return false;
  }
}

function replacementOf(block: DocumentBlock, own: OwnThings): DocumentBlock | undefined {
  const { type, data } = block;
  const foreign = Object.hasOwn(FOREIGN, type) ? FOREIGN[type] : undefined;
  if (foreign !== undefined) return notice(foreign, data['url']);
  const { ref } = data;
  if (
    type === 'reusable-content' &&
    !(isContentRef(ref) && ref.kind === 'reusable-content' && isOwn(ref, own))
  )
    return notice('A reusable content of another place');
  if (type !== 'images' && type !== 'drawing') return undefined;
  const elsewhere = [block, ...(block.nodes ?? [])].flatMap((image) => addressesOf(image));
  return elsewhere.length === 0 ? undefined : notice('A picture at another host', elsewhere[0]);
}

/** Cells of a table may be pictures for all that their references say, so none leads to an address. Texts in cells keep their links. */
function confineTable(node: DocumentNode): DocumentNode {
  if (node.object !== 'block' || node.type !== 'table') return node;
  const { nodes: _nodes, fragments: _fragments, ...alone } = node;
  const table = { object: 'document' as const, data: {}, nodes: [alone] };
  const [mapped] = mapReferences(table, (ref) => (ref.kind === 'url' ? NOWHERE : ref)).nodes;
  return mapped ? { ...node, data: mapped.data } : node;
}

function confineInline(node: DocumentNode): DocumentNode {
  if (node.object !== 'inline' || node.type !== 'inline-image') return node;
  const [address] = addressesOf(node);
  if (address === undefined) return node;
  const { alt } = node.data;
  return words(typeof alt === 'string' && alt !== '' ? alt : address);
}

/** Addresses from which a reader's browser would fetch. */
function addressesOf(node: DocumentNode): string[] {
  if (node.object === 'text') return [];
  return [node.data['ref'], node.data['refDark']].flatMap((ref) =>
    isContentRef(ref) && ref.kind === 'url' ? ref.url : [],
  );
}

function notice(what: string, address?: unknown): DocumentBlock {
  const place = typeof address === 'string' && address !== '' ? ` (${address})` : '';
  const text = `${what}${place} is not shown here.`;
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [words(text)] };
}

function words(text: string): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}
