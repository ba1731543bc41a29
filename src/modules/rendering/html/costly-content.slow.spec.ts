import { describe, expect, it, vi } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { parseMarkdown, withAnchors } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { fragmentOf } from '../model/document-data.js';
import { highlightAll } from '../code/highlight.js';
import { renderDocument } from './render-document.js';
import { readMerges, readShownTable } from '../model/shown-table.js';

const context = { resolveRef: () => null, file: () => null };
const render = (markdown: string) => renderDocument(parseMarkdown(markdown).document, context);
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

describe('the rendering of costly content', () => {
  it('leaves long lines of code plain, and colours the others', async () => {
    const html = await render(code('js', `const a = 1;\n${'<'.repeat(1_980)}\nconst b = 2;`));
    expect(html.match(/<span class="tk">const <\/span>/g)).toHaveLength(2);
    expect(html.includes(`<span class="line">${'&#x3C;'.repeat(1_980)}</span>`)).toBe(true);
  });

  it('leaves code plain that takes seconds to colour, and does not try again', async () => {
    const hard = Array.from({ length: 10_000 }, () => '<'.repeat(9)).join('\n');
    await highlightAll([{ code: 'echo a', syntax: 'bash' }]);
    const run = vi.spyOn(compute, 'run');
    const first = await highlightAll([{ code: `echo a\n${hard}`, syntax: 'bash' }], 100);
    const lines = first.lookup(`echo a\n${hard}`, 'bash');
    expect(lines.length).toBe(10_001);
    expect(lines.at(-1)).toEqual([{ text: '<'.repeat(9) }]);
    const again = await highlightAll([{ code: `echo a\n${hard}`, syntax: 'bash' }], 100);
    expect(again.lookup(`echo a\n${hard}`, 'bash')).toEqual(lines);
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
  });

  it('tries three times to colour code for which there is no time, and leaves it plain meanwhile', async () => {
    const code = 'const never = 1;';
    const run = vi.spyOn(compute, 'run').mockImplementation(() => Promise.resolve([null]) as never);
    const tries = [];
    for (let i = 0; i < 5; i += 1) tries.push(await highlightAll([{ code, syntax: 'js' }]));
    expect(tries.map(({ isUnfinished }) => isUnfinished)).toEqual([true, true, false, false, false]);
    expect(tries.map(({ lookup }) => lookup(code, 'js'))).toEqual(tries.map(() => [[{ text: code }]]));
    expect(run).toHaveBeenCalledTimes(3);
    run.mockRestore();
  });

  it('draws an icon once that a page repeats', async () => {
    const { document } = parseMarkdown('# A\n\n'.repeat(2_000));
    const html = await renderDocument(withAnchors(document), context);
    expect(html.match(/<path /g)).toHaveLength(1);
    expect(html.match(/<use /g)).toHaveLength(1_999);
  });

  it('shows long formulas and very many formulas as their source', async () => {
    expect(await render(`$$${'x+'.repeat(400)}y$$`)).toContain('katex');
    expect(await render(`$$${'x+'.repeat(600)}y$$`)).not.toContain('katex');
    const formula = (at: number) => `$$${at}+${'x+'.repeat(450)}y$$`;
    const html = await render(Array.from({ length: 40 }, (_, at) => formula(at)).join('\n\n'));
    expect(html.match(/class="math"/g)).toHaveLength(40);
    expect(html.match(/class="katex-display"/g)?.length).toBeLessThan(25);
    expect(html).toContain('<code>39+x+');
  });

  it('keeps the words of 15,000 nested elements', async () => {
    const html = await render(`${'<u>'.repeat(15_000)}deep${'</u>'.repeat(15_000)}`);
    expect(html).toContain('deep');
    expect(html.match(/<u>/g)?.length).toBeLessThan(100);
  });

  it('keeps the cells of a long table apart', () => {
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

  it('keeps 100,000 merged cells at their places', () => {
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
    const merges = readMerges(block, readShownTable(block));
    expect(merges.size).toBe(200_000);
    expect(merges.get('99999:0')).toEqual({ rowSpan: 1, colSpan: 2 });
  });

  it('gives 60,000 equal ids different values', async () => {
    const heading = { object: 'block', type: 'heading-1', data: {}, meta: { id: 'a' }, nodes: [] };
    const nodes = Array.from({ length: 60_000 }, () => heading) as unknown as JSONDocument['nodes'];
    const html = await renderDocument({ object: 'document', data: {}, nodes }, context);
    expect(html).toContain('id="a-59999"');
  });
});
