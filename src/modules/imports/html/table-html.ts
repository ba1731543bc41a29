import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { elementsOf, isElement, isNamed, rawText, rebuild, textProperty } from './hast-tools.js';

const BLOCKS = new Set(['ul', 'ol', 'pre', 'table', 'blockquote', 'dl', 'hr', 'details', 'figure']);
/** Elements that a cell of the Git format may hold, and the attributes that stay. */
const KEPT: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src', 'alt'],
  ...Object.fromEntries(
    'p ul ol li br strong b em i del s code sub sup kbd pre blockquote'.split(' ').map((name) => [name, []]),
  ),
};
const MAX_COLUMNS = 100;
/** Stands for a line end of code, which would end the block of HTML; a character that text does not have. */
const LINE_END = '\ue000';

/** Rows of a table, cells that span several repeated as empty ones, so that all rows have the same width. */
interface Grid {
  head: Element[] | undefined;
  rows: Element[][];
}

/** True when a Markdown table can express this one: one heading row, no spans, a line of text in each cell. */
export function isPlainTable(table: Element): boolean {
  const { head } = gridOf(table);
  return (
    head !== undefined &&
    [...elementsOf(table)].every(
      (element) =>
        !BLOCKS.has(element.tagName) &&
        spanOf(element, 'colSpan') === 1 &&
        spanOf(element, 'rowSpan') === 1 &&
        (!isNamed(element, 'td', 'th') || paragraphsOf(element) <= 1),
    )
  );
}

/** The table as HTML on one line, in the form that the Git format has for tables that Markdown cannot say. */
export function tableHtml(table: Element): string {
  const { head, rows } = gridOf(table);
  const row = (cells: Element[], tag: string): Element =>
    tagged(
      'tr',
      cells.map((cell) => tagged(tag, contentOf(cell))),
    );
  const tree = tagged('table', [
    ...(head ? [tagged('thead', [row(head, 'th')])] : []),
    tagged(
      'tbody',
      rows.map((cells) => row(cells, 'td')),
    ),
  ]);
  return toHtml(tree).replaceAll(LINE_END, '&#10;');
}

function gridOf(table: Element): Grid {
  const rows = ownRows(table);
  const [first] = rows;
  const isHead =
    first !== undefined && cellsOf(first).length > 0 && cellsOf(first).every((cell) => cell.tagName === 'th');
  const grid = fill(rows.map(cellsOf));
  return isHead ? { head: grid[0], rows: grid.slice(1) } : { head: undefined, rows: grid };
}

/** Rows of the table itself, not of tables in its cells. */
function ownRows(table: Element): Element[] {
  return table.children.flatMap((child): Element[] => {
    if (isElement(child, 'tr')) return [child];
    return isElement(child, 'thead', 'tbody', 'tfoot') ? ownRows(child) : [];
  });
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isElement(child, 'td', 'th'));
}

function fill(rows: Element[][]): Element[][] {
  const taken = new Map<number, number>();
  const filled = rows.map((cells) => {
    const line: Element[] = [];
    const skip = (): void => {
      for (let left = taken.get(line.length) ?? 0; left > 0; left = taken.get(line.length) ?? 0) {
        taken.set(line.length, left - 1);
        line.push(tagged('td', []));
      }
    };
    for (const cell of cells) {
      skip();
      const width = Math.min(spanOf(cell, 'colSpan'), MAX_COLUMNS - line.length);
      for (let at = 0; at < width; at++) {
        const below = spanOf(cell, 'rowSpan') - 1;
        if (below > 0) taken.set(line.length, below);
        line.push(at === 0 ? cell : tagged('td', []));
      }
    }
    skip();
    return line;
  });
  const width = Math.max(0, ...filled.map((line) => line.length));
  return filled.map((line) => [
    ...line,
    ...Array.from({ length: width - line.length }, () => tagged('td', [])),
  ]);
}

function spanOf(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(cell.properties[name] ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, MAX_COLUMNS) : 1;
}

function paragraphsOf(cell: Element): number {
  return [...elementsOf(cell)].filter((element) => isNamed(element, 'p', 'div')).length;
}

function contentOf(cell: Element): ElementContent[] {
  const { children } = rebuild(cell, (element) => {
    if (isNamed(element, 'pre')) return [plainCode(element)];
    const attributes = KEPT[element.tagName];
    if (attributes === undefined) return contentOf(element);
    const properties = Object.fromEntries(
      attributes.flatMap((name) => {
        const value = textProperty(element, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    return [{ ...element, properties, children: contentOf(element) }];
  });
  return children.map((child) =>
    child.type === 'text' ? { ...child, value: child.value.replace(/\s+/g, ' ') } : child,
  );
}

function plainCode(pre: Element): Element {
  const lines = rawText(pre).replaceAll('\n', LINE_END);
  return tagged('pre', [tagged('code', [{ type: 'text', value: lines }])]);
}

function tagged(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}
