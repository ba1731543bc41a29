import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '#platform/logging/context.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compute } from '#platform/compute/compute.js';
import { arbitraryDocument } from '../document.fixture.js';
import type { ContentRef } from '../document.types.js';
import { arbitraryMarkdown } from '../markdown.fixture.js';
import type { ParseContext } from '../markdown/markdown.types.js';
import { parseMarkdown, parsePage } from '../markdown/parse-markdown.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import { LONG_MARKDOWN, parsePageAsync, parsePageLookingUp, serializePageAsync } from './convert-async.js';
import { parseInThread, writeInThread } from './convert-in-thread.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const DOCS = new URL('../../../../docs/', import.meta.url).pathname;
const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => readFileSync(join(DOCS, name), 'utf8'));

/** Resolves about half of all addresses, and notes the order in which they were first asked for. */
const resolving = () => {
  const asked = new Set<string>();
  const look = (kind: string, address: string): ContentRef | undefined => {
    asked.add(`${kind} ${address}`);
    return address.length % 2 === 0 ? { kind: 'page', page: `${kind}-${address}` } : undefined;
  };
  const context: ParseContext = {
    file: 'page.md',
    resolveLink: (address) => look('link', address),
    resolveFile: (address) => look('file', address),
    resolveInclude: (address) => look('include', address),
  };
  return { asked, context };
};
const formatRef = (ref: ContentRef) => ('page' in ref ? `../${ref.page}.md` : undefined);

async function expectTheSame(markdown: string): Promise<void> {
  const [direct, inThread] = [resolving(), resolving()];
  const parsed = parsePage(markdown, direct.context);
  expect(await parseInThread('parse-page', markdown, inThread.context)).toEqual(parsed);
  expect([...inThread.asked]).toEqual([...direct.asked]);
  const written = serializePage(parsed.meta, parsed.document, { formatRef });
  expect(await writeInThread('serialize-page', parsed.meta, parsed.document, { formatRef })).toBe(written);
}

describe('the conversion in a thread', () => {
  it('reads and writes pages as the conversion without one', async () => {
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages.filter((_, at) => at % 4 === 0)) await expectTheSame(page);
  });

  it.each([
    ['short', 20],
    ['long', LONG_MARKDOWN],
  ])(
    'takes at most one task for a %s text whose links are resolved later, and gives the same',
    async (name, length) => {
      const line = '[a](aa.md) and [b](bbb.md) ![c](cc.png)\n\n';
      const markdown = line.repeat(Math.ceil(length / line.length) + 1);
      const run = vi.spyOn(compute, 'run');
      const { context, asked } = resolving();
      const later = async (ref: ContentRef | undefined) => (await pause(1), ref);
      const parsed = await parsePageLookingUp(markdown, {
        file: 'page.md',
        resolveLink: (address) => later(context.resolveLink?.(address)),
        resolveFile: (address) => later(context.resolveFile?.(address)),
        resolveInclude: (address) => later(context.resolveInclude?.(address)),
      });
      expect(run.mock.calls.length).toBe(name === 'long' ? 1 : 0);
      expect(parsed).toEqual(parsePage(markdown, resolving().context));
      expect(asked.size).toBe(3);
      run.mockRestore();
    },
  );

  it('gives the same for texts that exceed the budget of signs', async () => {
    const signs = '<!--'.repeat(4_000);
    const { warnings } = parsePage(signs);
    expect(warnings.map(({ kind }) => kind)).toContain('too-many-signs');
    await expectTheSame(signs);
    await expectTheSame(`${'{% hint %}\n'.repeat(200)}${'> '.repeat(300)}x`);
  });

  it('gives the same for any text', async () => {
    await fc.assert(fc.asyncProperty(arbitraryMarkdown(), expectTheSame), { numRuns: thoroughly(40) });
  });

  it('gives the same for any document, which is read back equal', async () => {
    const property = fc.asyncProperty(arbitraryDocument, async (document) => {
      const markdown = serializeMarkdown(document, { formatRef });
      expect(await writeInThread('serialize-markdown', {}, document, { formatRef })).toBe(markdown);
      const { document: read, warnings } = parseMarkdown(markdown);
      expect(await parseInThread('parse-markdown', markdown, {})).toEqual({
        ...{ meta: {}, document: read, warnings },
      });
    });
    await fc.assert(property, { numRuns: thoroughly(40) });
  });

  it('queues as many requests as fit, refuses the others for now, and queues every job', async () => {
    const long = 'Words. '.repeat(3_000);
    const parseMany = () => Promise.allSettled(Array.from({ length: 30 }, () => parsePageAsync(long)));
    const asked = await runWithContext({ requestId: 'r' }, parseMany);
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused.length).toBeGreaterThan(5);
    expect(refused.length).toBeLessThan(30);
    for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfterSeconds: 10 });
    const parsed = parsePage(long);
    for (const job of await runWithContext({ jobId: 'j' }, parseMany))
      expect(job).toEqual({ status: 'fulfilled', value: parsed });
  });

  it('yields to other work during a long text', async () => {
    const long = pages.join('\n\n').slice(0, 60_000);
    const parsed = parsePage(long);
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    expect(await parsePageAsync(long)).toEqual(parsed);
    const turnsOfReading = turns;
    expect(await serializePageAsync(parsed.meta, parsed.document)).toBe(
      serializePage(parsed.meta, parsed.document),
    );
    clearInterval(other);
    expect(turnsOfReading).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(turnsOfReading);
  });
});
