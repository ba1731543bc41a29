import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import {
  blocksText,
  type DocumentBlock,
  emptyDocument,
  isLongDocument,
  readTable,
  serializeMarkdown,
  walkNodes,
} from '#modules/documents/index.js';
import { shorten } from '../shorten.js';

/** Characters of Markdown of a block that is offered to be worded anew. */
const MOST_WORDING = 4000;
/** Rows of a table whose cells can be commented on. */
const MOST_ROWS = 500;
const MOST_WORDS = 40;

/** A row or a column of a table. */
export interface TablePart {
  id: string;
  words: string;
}

/** The rows and columns of a table, by which its cells are named. */
export interface TableParts {
  rows: readonly TablePart[];
  columns: readonly TablePart[];
}

/** Parts of blocks that comments can be about, by the keys of the blocks. */
export interface BlockTexts {
  /** Markdown of blocks that can be worded anew. */
  wordings: ReadonlyMap<string, string>;
  tables: ReadonlyMap<string, TableParts>;
}

/** Reads blocks as they are stored, for forms that comment on them. */
@Injectable()
export class ReviewBlocks {
  constructor(private readonly store: ContentStore) {}

  /** The parts of the wanted blocks of a page, named by their keys; none of long pages. */
  async read(
    { organizationId, snapshot }: { organizationId: string; snapshot: string },
    pageId: string,
    wanted: ReadonlySet<string>,
  ): Promise<BlockTexts> {
    const wordings = new Map<string, string>();
    const tables = new Map<string, TableParts>();
    const located = wanted.size === 0 ? null : await this.store.locatePage(organizationId, snapshot, pageId);
    const hash = located?.page.document ?? null;
    const document = hash === null ? null : await this.store.readDocument(organizationId, hash);
    if (!document || isLongDocument(document)) return { wordings, tables };
    for (const node of walkNodes(document.nodes)) {
      if (node.object !== 'block' || node.key === undefined || !wanted.has(node.key)) continue;
      const markdown = serializeMarkdown({ ...emptyDocument(), nodes: [node] }).trimEnd();
      if (markdown.length <= MOST_WORDING) wordings.set(node.key, markdown);
      const parts = node.type === 'table' ? partsOf(node) : null;
      if (parts) tables.set(node.key, parts);
    }
    return { wordings, tables };
  }
}

function partsOf(block: DocumentBlock): TableParts | null {
  const table = readTable(block);
  if (!table || table.rows.length > MOST_ROWS) return null;
  return {
    rows: table.rows.map(({ id, cells }, at) => {
      const first = shorten(blocksText(cells[0]?.blocks ?? []), MOST_WORDS);
      return { id, words: first === '' ? `${at + 1}` : `${at + 1}: ${first}` };
    }),
    columns: table.columns.flatMap(({ id, visible, definition }, at) =>
      visible ? [{ id, words: shorten(definition.title, MOST_WORDS) || `${at + 1}` }] : [],
    ),
  };
}
