import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDocument } from './document.fixture.js';
import type { JSONDocument } from './document.types.js';
import {
  documentsEqual,
  normalizeDocument,
  parseMarkdown,
  parsePage,
  serializeMarkdown,
  serializePage,
  validateDocument,
  withAnchors,
} from './index.js';
import { arbitraryMarkdown } from './markdown.fixture.js';
import { InvalidDocumentError } from './validate-document.js';
import { missingMembers } from '../../../test/support/required-members.js';
import { thoroughly } from '../../../test/support/thoroughly.js';

const RUNS = thoroughly(300);

describe('the round trip', () => {
  it('of a document through Markdown gives an equal document', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const wanted = normalizeDocument(document);
        const markdown = serializeMarkdown(document);
        const back = parseMarkdown(markdown).document;
        expect(documentsEqual(wanted, back), difference(markdown, wanted, back)).toBe(true);
        expect(serializeMarkdown(back)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('of any JSON gives an equal document, or refuses it with a place', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        arbitraryDocument,
        fc.array(fc.tuple(fc.nat(), damage), { maxLength: 3 }),
        (document, hits) => {
          const value = JSON.parse(JSON.stringify(document)) as JSONDocument;
          for (const [at, replacement] of hits) hit(value, at, replacement);
          const valid = accept(value);
          expect(typeof valid === 'string' ? valid : 'document').toMatch(/^document/);
          if (typeof valid === 'string') return;
          accepted += 1;
          expect(missingMembers(withAnchors(valid)), JSON.stringify(value)).toEqual([]);
          const markdown = serializeMarkdown(valid);
          const back = parseMarkdown(markdown).document;
          expect(documentsEqual({ ...valid, data: {} }, back), difference(markdown, valid, back)).toBe(true);
          expect(missingMembers(withAnchors(back)), markdown).toEqual([]);
        },
      ),
      { numRuns: RUNS * 3 },
    );
    expect(accepted).toBeGreaterThan(RUNS);
  }, 600_000);

  it('of any text gives a document that survives further round trips', () => {
    fc.assert(
      fc.property(arbitraryMarkdown(), (markdown) => {
        const first = parsePage(markdown);
        const written = serializePage(first.meta, first.document);
        const second = parsePage(written);
        expect(
          documentsEqual(first.document, second.document),
          difference(written, first.document, second.document),
        ).toBe(true);
        expect(second.meta).toEqual(first.meta);
        expect(serializePage(second.meta, second.document)).toBe(written);
        expect(parsePage(markdown)).toEqual(first);
      }),
      { numRuns: RUNS * 2 },
    );
  }, 600_000);
});

/** Values that a careless client puts in place of a member; undefined leaves it out. */
const damage = fc.constantFrom<unknown>(
  undefined,
  undefined,
  null,
  7,
  '',
  'words',
  true,
  [],
  {},
  [{}],
  [null],
);

/** Replaces one member somewhere in the document. */
function hit(document: JSONDocument, at: number, replacement: unknown): void {
  const members: [Record<string, unknown>, string][] = [];
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, one] of Object.entries(value)) {
      members.push([value as Record<string, unknown>, name]);
      collect(one);
    }
  };
  collect(document);
  const [owner, name] = members[at % members.length] as [Record<string, unknown>, string];
  if (replacement === undefined && !Array.isArray(owner)) delete owner[name];
  else owner[name] = structuredClone(replacement) ?? null;
}

/** The document when it is accepted, or the sentence of the refusal. */
function accept(value: unknown): JSONDocument | string {
  try {
    return validateDocument(value);
  } catch (error) {
    if (error instanceof InvalidDocumentError) return error.message;
    throw error;
  }
}

/** The message of a failing run: the Markdown, and both documents without keys and ids. */
function difference(markdown: string, wanted: JSONDocument, found: JSONDocument): string {
  return ['', markdown, JSON.stringify(strip(wanted.nodes)), JSON.stringify(strip(found.nodes))].join(
    '\n-----\n',
  );
}

/** Removes keys and ids, for a readable difference. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !['key', 'object', 'isVoid'].includes(member))
      .map(([member, one]) => [member, strip(one)]),
  );
}
