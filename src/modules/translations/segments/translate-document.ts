import {
  anchorAliases,
  type DocumentBlock,
  type DocumentInline,
  type DocumentNode,
  formOf,
  isAnchorId,
  type JSONDocument,
  mapChildren,
  mapList,
  mapReferences,
  rawSourceOf,
  walkNodes,
  withAnchors,
} from '#modules/documents/index.js';
import { type Lookup, translateLine } from './translate-line.js';
import { translateTable } from './translate-table.js';
import { translateWords } from './translate-words.js';

/**
 * The document with each of its segments replaced by what `lookup` has for it; the same object when nothing changed.
 * A segment without a translation, or whose translation has other placeholders, is left as it is. Blocks keep their
 * keys, and headings the anchor that their own words gave them, so that links into the page hold in every language.
 */
export function translateDocument(document: JSONDocument, lookup: Lookup): JSONDocument {
  const nodes = new Walk(lookup, document).blocks(document.nodes);
  return nodes === document.nodes ? document : withoutAliases({ ...document, nodes }, document);
}

/** Links to a heading by another name of it, which follows from its words in the source, name it by its anchor. */
function withoutAliases(translated: JSONDocument, source: JSONDocument): JSONDocument {
  let anchors: Map<string, string> | undefined;
  return mapReferences(translated, (ref) => {
    if (ref.kind !== 'anchor' || ref.page !== undefined || ref.space !== undefined) return ref;
    anchors ??= new Map([...anchorAliases(source)].map(([anchor, alias]) => [alias, anchor]));
    const anchor = anchors.get(ref.anchor);
    return anchor === undefined ? ref : { ...ref, anchor };
  });
}

class Walk {
  private anchors?: Map<string, string>;

  constructor(
    private readonly lookup: Lookup,
    private readonly source: JSONDocument,
  ) {}

  blocks<T extends DocumentNode>(nodes: T[]): T[] {
    return mapList(nodes, (node) => (node.object === 'block' ? (this.block(node) as T) : node));
  }

  private block(block: DocumentBlock): DocumentBlock {
    if (formOf(block.type)?.isUntranslated || rawSourceOf(block) !== undefined) return block;
    if (block.type === 'table') return translateTable(block, this.lookup, (nodes) => this.blocks(nodes));
    const translated = this.inside(block);
    if (translated === block || !formOf(block.type)?.level) return translated;
    return { ...translated, data: { ...translated.data, ...this.anchor(block) } };
  }

  /** The node with its words, lines and blocks translated. Code is not, but words beside it are. */
  private inside<T extends DocumentBlock | DocumentInline>(node: T): T {
    const data = translateWords(node, this.lookup);
    const isLine = node.object === 'block' && node.type !== 'code-line';
    return mapChildren(data === node.data ? node : { ...node, data }, (nodes) => {
      if (nodes.some((one) => one.object === 'block')) return this.blocks(nodes);
      return this.besides(isLine ? translateLine(nodes, this.lookup) : nodes) as typeof nodes;
    });
  }

  /** Words that hang on inlines: alternatives of images, titles of links, labels, bodies of notes. */
  private besides(nodes: DocumentNode[]): DocumentNode[] {
    return mapList(nodes, (node) => (node.object === 'inline' ? this.inside(node) : node));
  }

  private anchor(heading: DocumentBlock): { id?: string } {
    this.anchors ??= anchorsByKey(withAnchors(this.source).nodes);
    const id = this.anchors.get(heading.key ?? '');
    return id !== undefined && isAnchorId(id) ? { id } : {};
  }
}

function anchorsByKey(nodes: readonly DocumentNode[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const node of walkNodes(nodes))
    if (node.object === 'block' && node.key !== undefined && node.meta?.id !== undefined)
      found.set(node.key, node.meta.id);
  return found;
}
