import {
  type DocumentBlock,
  type DocumentNode,
  documentText,
  type JSONDocument,
  TEXT_MEMBERS,
  withAnchors,
} from '#modules/documents/index.js';

/** A part of a page that begins with something that has an anchor: a heading, a tab, an expandable, an operation. */
export interface Section {
  /** Anchor; null for what stands before the first heading. */
  id: string | null;
  title: string;
  text: string;
}

interface Collecting extends Omit<Section, 'text'> {
  lines: string[];
}

const HEADING = /^heading-[1-3]$/;

/** All text of a document by the place a reader can be sent to. */
export function sectionsOf(document: JSONDocument): Section[] {
  const lead: Collecting = { id: null, title: '', lines: [] };
  const sections = [lead];
  collect(withAnchors(document).nodes, lead, sections);
  return sections
    .map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
    .filter(({ id, text }) => id !== null || text !== '');
}

/** Adds the blocks to the section they stand in and answers the one that what follows belongs to. */
function collect(blocks: DocumentBlock[], section: Collecting, sections: Collecting[]): void {
  let current = section;
  for (const block of blocks) {
    const id = anchorOf(block);
    if (id !== undefined && HEADING.test(block.type)) {
      // Bodies of footnotes are lines of their own.
      const [title = '', ...lines] = textOf([block]).split('\n');
      current = { id, title, lines };
      sections.push(current);
    } else if (id !== undefined) {
      collectAnchored(block, id, sections);
    } else if (hasAnchors(block)) {
      for (const name of TEXT_MEMBERS)
        if (typeof block.data[name] === 'string') current.lines.push(block.data[name]);
      collect(childrenOf(block), current, sections);
    } else {
      const text = textOf([block]);
      if (text !== '') current.lines.push(text);
    }
  }
}

/** A tab, an expandable or an operation: its section ends with it. */
function collectAnchored(block: DocumentBlock, id: string, sections: Collecting[]): void {
  const summary = block.fragments?.find((one) => one.type === 'expandable-title');
  const { title, name, method, path } = block.data;
  const words = summary
    ? textOf(summary.nodes)
    : [title, name, method, path].filter((one) => typeof one === 'string').join(' ');
  const section: Collecting = { id, title: words, lines: [] };
  sections.push(section);
  if (hasAnchors(block)) {
    const inner = childrenOf(block).filter((child) => !summary?.nodes.includes(child));
    collect(inner, section, sections);
  } else {
    const fragments = block.fragments?.filter((one) => one !== summary);
    const own = textOf([{ ...block, ...(fragments ? { fragments } : {}) }]);
    // The title leads the text of a block, and an excerpt stands below it already.
    const isTitled = words !== '' && (own === words || own.startsWith(`${words}\n`));
    section.lines.push(isTitled ? own.slice(words.length + 1) : own);
  }
}

function textOf(blocks: DocumentBlock[]): string {
  return documentText({ object: 'document', data: {}, nodes: blocks } as JSONDocument);
}

function childrenOf(block: DocumentBlock): DocumentBlock[] {
  const own = (block.nodes ?? []).filter((node): node is DocumentBlock => node.object === 'block');
  return [...own, ...(block.fragments ?? []).flatMap((one) => one.nodes)];
}

function anchorOf(block: DocumentBlock): string | undefined {
  return block.meta?.id;
}

function hasAnchors(node: DocumentNode): boolean {
  if (node.object !== 'block' || node.type === 'table') return false;
  return childrenOf(node).some((child) => anchorOf(child) !== undefined || hasAnchors(child));
}
