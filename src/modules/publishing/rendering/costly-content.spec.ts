import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { parseMarkdown } from '#modules/documents/index.js';
import { fragmentOf } from './document-data.js';
import { renderDocument } from './render-document.js';
import { readMerges, readTable } from './table-model.js';

const context = { resolveRef: () => null, file: () => null };
const render = (markdown: string) => renderDocument(parseMarkdown(markdown).document, context);
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

describe('content that costs more than it weighs', () => {
  it('code that takes seconds to colour is plain, and other code is not', async () => {
    const html = await render(
      `${code('js', 'const a = 1;')}\n\n${code('bash', `${'<'.repeat(1_980)}\n`.repeat(100))}`,
    );
    expect(html.includes('<span class="tk">const </span>')).toBe(true);
    expect(html.includes(`<span class="line">${'&#x3C;'.repeat(1_980)}</span>`)).toBe(true);
  });

  it('long formulas and very many are shown as their source', async () => {
    expect(await render(`$$${'x+'.repeat(400)}y$$`)).toContain('katex');
    expect(await render(`$$${'x+'.repeat(600)}y$$`)).not.toContain('katex');
    const formula = (at: number) => `$$${at}+${'x+'.repeat(450)}y$$`;
    const html = await render(Array.from({ length: 40 }, (_, at) => formula(at)).join('\n\n'));
    expect(html.match(/class="math"/g)).toHaveLength(40);
    expect(html.match(/class="katex-display"/g)?.length).toBeLessThan(25);
    expect(html).toContain('<code>39+x+');
  });

  it('15,000 elements in each other keep their words', async () => {
    const html = await render(`${'<u>'.repeat(15_000)}deep${'</u>'.repeat(15_000)}`);
    expect(html).toContain('deep');
    expect(html.match(/<u>/g)?.length).toBeLessThan(100);
  });

  it('cells of a long table are each what they are', () => {
    const fragments = Array.from({ length: 200_000 }, (_, at) => ({
      object: 'fragment' as const,
      fragment: `c${at}`,
      type: at % 2 === 0 ? 'even' : undefined,
      nodes: [{ object: 'block', type: `t${at}` } as unknown as DocumentBlock],
    }));
    const types = fragments.map((_, at) => fragmentOf({ fragments }, `c${at}`)[0]?.type);
    expect(types).toEqual(fragments.map((_, at) => `t${at}`));
    expect(fragmentOf({ fragments }, 'even')[0]?.type).toBe('t0');
    expect(fragmentOf({ fragments }, 'odd')).toEqual([]);
  });

  it('100,000 merged cells are each where they are', () => {
    const ids = Array.from({ length: 100_000 }, (_, at) => `r${at}`);
    const data = {
      view: { columns: ['a', 'b'] },
      definition: { a: {}, b: {} },
      records: Object.fromEntries(
        ids.map((id, at) => [id, { orderIndex: String(at).padStart(6, '0'), values: {} }]),
      ),
      cellMerges: ids.map((record) => ({ anchor: { record, column: 'a' }, colSpan: 2 })),
    };
    const block = { object: 'block', type: 'table', data } as unknown as DocumentBlock;
    const merges = readMerges(block, readTable(block));
    expect(merges.size).toBe(200_000);
    expect(merges.get('99999:0')).toEqual({ rowSpan: 1, colSpan: 2 });
  });

  it('60,000 equal ids are told apart', async () => {
    const heading = { object: 'block', type: 'heading-1', data: {}, meta: { id: 'a' }, nodes: [] };
    const nodes = Array.from({ length: 60_000 }, () => heading) as unknown as JSONDocument['nodes'];
    const html = await renderDocument({ object: 'document', data: {}, nodes }, context);
    expect(html).toContain('id="a-59999"');
  });
});
