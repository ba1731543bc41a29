import type { DocumentBlock, DocumentNode, JSONDocument } from './document.types.js';
import { codeText } from './document-nodes.js';
import { isKnownType, textsOf } from './catalogue/catalogue.js';
import { htmlText, rawSourceOf } from './raw-source.js';
import { readTable } from './table-model.js';

/** Plain text of a document for search and summaries: one line for each block that holds text. */
export function documentText(document: JSONDocument): string {
  return blocksText(document.nodes);
}

/** Plain text of some blocks, in the form of `documentText`. */
export function blocksText(blocks: DocumentBlock[]): string {
  const lines: string[] = [];
  collect(blocks, lines);
  return lines.join('\n');
}

function collect(blocks: DocumentBlock[], lines: string[]): void {
  const add = (text: string): void => {
    const line = text.replace(/[ \t]+/g, ' ').trim();
    if (line !== '') lines.push(line);
  };
  for (const block of blocks) {
    // Pages do not show blocks of unknown types; a search for their words would lead to a page without them.
    if (!isKnownType(block.type)) continue;
    const raw = rawSourceOf(block);
    if (raw !== undefined) {
      if (block.type === 'code') add(block.data['raw'] === 'html' ? htmlText(raw).replace(/\s+/g, ' ') : raw);
      continue;
    }
    for (const text of textsOf(block)) add(text);
    if (block.type === 'code') add(codeText(block));
    else if (block.type === 'table') collectTable(block, lines);
    else {
      const inner = block.nodes ?? [];
      const children = inner.filter((node) => node.object === 'block');
      if (children.length > 0) collect(children, lines);
      else add(lineText(inner, lines));
      for (const one of block.fragments ?? []) collect(one.nodes, lines);
    }
  }
}

function collectTable(table: DocumentBlock, lines: string[]): void {
  const model = readTable(table);
  if (!model) {
    for (const one of table.fragments ?? []) collect(one.nodes, lines);
    return;
  }
  const titles = model.columns.filter((column) => column.visible).map((column) => column.definition.title);
  if (model.view['hideHeader'] !== true && titles.join('') !== '')
    lines.push(titles.filter((title) => title).join(' '));
  for (const row of model.rows) {
    for (const [at, cell] of row.cells.entries()) {
      if (cell.blocks) collect(cell.blocks, lines);
      else if (model.columns[at]?.visible && /^(?:string|number)$/.test(typeof cell.value))
        lines.push(String(cell.value));
    }
  }
}

/** Text of a line. The bodies of annotations become separate lines. */
function lineText(nodes: DocumentNode[], lines: string[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) text += leaf.text;
    else if (node.object === 'inline' && typeof node.data['raw'] !== 'string') {
      text += textsOf(node).join('') + lineText(node.nodes ?? [], lines);
      for (const one of node.fragments ?? []) collect(one.nodes, lines);
    }
  }
  return text;
}
