import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContentRef } from '../document.types.js';
import { arbitraryMarkdown } from '../markdown.fixture.js';
import { draftPage, finishText, parsePage } from './parse-markdown.js';
import { Steps } from './measured-constructs.js';
import { TextTree } from './text-tree.js';

const page = (address: string): ContentRef => ({ kind: 'page', page: address });
const context = { resolveLink: page, resolveFile: page, resolveInclude: page };

function expectTheSameTwice(markdown: string): void {
  const tree = new TextTree();
  draftPage(markdown, {}, tree);
  expect(finishText(draftPage(markdown, context, tree))).toEqual(parsePage(markdown, context));
}

it('a text tree is parsed once, and reports its lines and steps on each reading', () => {
  const markdown = `a${'<!--'.repeat(20_000)}`;
  const tree = new TextTree();
  const readings = [1, 2].map(() => {
    const [steps, lines]: [Steps, number[]] = [new Steps(0), []];
    return { root: tree.get(markdown, steps, (line) => lines.push(line)), lines, left: steps.left };
  });
  expect(readings[0]?.lines).toEqual([1]);
  expect(readings[1]).toEqual(readings[0]);
  expect(readings[1]?.root).toBe(readings[0]?.root);
});

it('a text tree gives the same document on a second reading', () => {
  expectTheSameTwice('{% hint style="info" %}\n\n* [a](a.md)\n  * b\n    {% endhint %}\n\nText [c](c.md)\n');
  fc.assert(fc.property(arbitraryMarkdown(), expectTheSameTwice), { numRuns: 100 });
});
