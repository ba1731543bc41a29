import { type DocumentBlock, type DocumentNode, plainText } from '#modules/documents/index.js';
import { asNumber, asRef, asText, asTexts, fragmentOf, imageData } from '../model/document-data.js';
import { refLabel } from '../model/references.js';
import {
  chosenOptions,
  fieldColumns,
  readShownTable,
  type ShownColumn,
  type ShownTable,
  type ShownRow,
} from '../model/shown-table.js';
import { image, inline, link, list, paragraph, text } from './plain-nodes.js';
import type { PlainState } from './plain-state.js';

/** A table with cells of text only; cards become a list of their targets. */
export function plainTable(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  const model = readShownTable(block);
  if (model.view.type === 'cards') return cards(block, model, state);
  if (model.columns.length === 0) return [];
  const fragments: NonNullable<DocumentBlock['fragments']> = [];
  const records = model.rows.map((row, at) => {
    const cells = model.columns.map((column): [string, string] => {
      const name = `cell-${fragments.length}`;
      fragments.push({ object: 'fragment', fragment: name, nodes: cellBlocks(block, column, row, state) });
      return [column.id, name];
    });
    return [row.id, { orderIndex: String(at).padStart(8, '0'), values: Object.fromEntries(cells) }] as const;
  });
  const definition = model.columns.map(({ id, title }) => {
    return [id, { id, title, type: 'text', textAlignment: 'left' }] as const;
  });
  const view = { type: 'grid', columns: model.columns.map(({ id }) => id), hideHeader: false };
  const data = { view, records: Object.fromEntries(records), definition: Object.fromEntries(definition) };
  return [{ object: 'block', type: 'table', isVoid: true, data, fragments }];
}

/** Lines rather than paragraphs where possible: a table whose cells have one line each stays a pipe table. */
function cellBlocks(
  block: DocumentBlock,
  column: ShownColumn,
  row: ShownRow,
  state: PlainState,
): DocumentBlock[] {
  const value = row.values[column.id];
  if (column.type !== 'text') return [paragraph(cellLine(column, value, state))];
  const blocks = state.blocks(fragmentOf(block, asText(value) ?? ''));
  if (blocks.length === 0) return [paragraph([text('')])];
  if (!blocks.every(({ type }) => type === 'paragraph')) return blocks;
  return [paragraph(blocks.flatMap(({ nodes }, at) => [...(at > 0 ? [text('\n')] : []), ...(nodes ?? [])]))];
}

function cellLine(column: ShownColumn, value: unknown, state: PlainState): DocumentNode[] {
  const found = cellWords(column, value, state);
  return found.length > 0 ? found : [text('')];
}

function cellWords(column: ShownColumn, value: unknown, state: PlainState): DocumentNode[] {
  switch (column.type) {
    case 'checkbox':
      return typeof value === 'boolean' ? [text(value ? '[x]' : '[ ]')] : [];
    case 'rating':
      return asNumber(value) === undefined
        ? []
        : [text(`${String(value)} / ${asNumber(column.settings.max) ?? 5}`)];
    case 'select': {
      const labels = chosenOptions(column, value).map(({ label }) => label);
      return words(labels.join(', '));
    }
    case 'users':
      return words(
        asTexts(value)
          .flatMap((id) => state.context.user?.(id)?.displayName ?? [])
          .join(', '),
      );
    case 'files':
      return separated(asTexts(value).flatMap((id) => fileLink(id, state) ?? []));
    case 'content-ref': {
      const target = asRef(value) && state.link(value);
      return target ? [link(target.href, refLabel(value, target))] : [];
    }
    case 'image': {
      const data = imageData(value);
      const url = data ? state.image(data) : null;
      return url === null ? [] : [image(url, asText(data?.alt) ?? '')];
    }
    default:
      return typeof value === 'string' || typeof value === 'number' ? words(String(value)) : [];
  }
}

function cards(block: DocumentBlock, model: ShownTable, state: PlainState): DocumentBlock[] {
  const items = model.rows.map((row) => card(block, model, row, state)).filter(({ length }) => length > 0);
  return items.length === 0 ? [] : [list(items)];
}

function card(block: DocumentBlock, model: ShownTable, row: ShownRow, state: PlainState): DocumentBlock[] {
  const lines = fieldColumns(model)
    .flatMap((column) => cellBlocks(block, column, row, state))
    .filter(({ type, nodes }) => type !== 'paragraph' || plainText(nodes ?? []).trim() !== '');
  const target = model.column(model.view.targetDefinition);
  const ref = target && row.values[target.id];
  const resolved = ref ? state.link(ref) : null;
  if (!resolved) return lines;
  const [first, ...rest] = lines;
  if (first?.type !== 'paragraph')
    return [paragraph([link(resolved.href, refLabel(ref, resolved))]), ...lines];
  // The first line names the card, so it becomes the link; a link cannot contain another link.
  const name = inline('link', { ref: { kind: 'url', url: resolved.href } }, [
    text(plainText(first.nodes ?? []).trim()),
  ]);
  return [paragraph([name]), ...rest];
}

function fileLink(id: string, state: PlainState): DocumentNode | null {
  const target = state.link({ kind: 'file', file: id });
  return target && link(target.href, target.title ?? id);
}

function separated(nodes: DocumentNode[]): DocumentNode[] {
  return nodes.flatMap((node, at) => (at > 0 ? [text(', '), node] : [node]));
}

function words(label: string): DocumentNode[] {
  return label === '' ? [] : [text(label)];
}
