import {
  type DocumentBlock,
  type DocumentNode,
  anchorTitle,
  blocksText,
  formOf,
  type JSONDocument,
  textsOf,
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
    if (id !== undefined && formOf(block.type)?.level !== undefined) {
      // Each body of a footnote is a separate line.
      const [title = '', ...lines] = blocksText([block]).split('\n');
      current = { id, title, lines };
      sections.push(current);
    } else if (id !== undefined) {
      collectAnchored(block, id, sections);
    } else if (hasAnchors(block)) {
      current.lines.push(...textsOf(block));
      collect(childrenOf(block), current, sections);
    } else {
      const text = blocksText([block]);
      if (text !== '') current.lines.push(text);
    }
  }
}

/** A tab, an expandable or an operation: its section ends with it. */
function collectAnchored(block: DocumentBlock, id: string, sections: Collecting[]): void {
  const summary = block.fragments?.find((one) => one.type === 'expandable-title');
  const words = summary ? blocksText(summary.nodes) : anchorTitle(block);
  const section: Collecting = { id, title: words, lines: [] };
  sections.push(section);
  if (hasAnchors(block)) {
    const inner = childrenOf(block).filter((child) => !summary?.nodes.includes(child));
    collect(inner, section, sections);
  } else {
    const fragments = block.fragments?.filter((one) => one !== summary);
    const own = blocksText([{ ...block, ...(fragments ? { fragments } : {}) }]);
    // The title leads the text of a block, and an excerpt stands below it already.
    const isTitled = words !== '' && (own === words || own.startsWith(`${words}\n`));
    section.lines.push(isTitled ? own.slice(words.length + 1) : own);
  }
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
