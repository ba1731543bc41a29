import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterFirst, newId } from './ids.js';

/** Until 2081: then the first letter is the next one. */
const time = () => fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
/** An id as they were made once. */
const formerId = (at: number): string =>
  newId(at).replace(/^[A-J]/, (letter) => String(letter.charCodeAt(0) - 65));
/** In the order of bytes, as the database's collation "C" and its indexes have it. */
const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 && a < b;

describe('ids', () => {
  it('are 20 letters and digits, the first of them a letter', () => {
    fc.assert(
      fc.property(time(), (at) => {
        expect(newId(at)).toMatch(/^[A-Za-z][A-Za-z0-9]{19}$/);
      }),
    );
    expect(newId()).toMatch(/^[A-Za-z][A-Za-z0-9]{19}$/);
  });

  it('sort by their time, behind all former ids that begin with a digit', () => {
    fc.assert(
      fc.property(time(), time(), (a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        expect(first === second || inOrder(newId(first), newId(second))).toBe(true);
        expect(inOrder(formerId(a), newId(b))).toBe(true);
      }),
    );
  });

  it('keep their order when a letter replaces the first digit, and others stay unchanged', () => {
    fc.assert(
      fc.property(time(), time(), (a, b) => {
        const [first, second] = [formerId(Math.min(a, b)), formerId(Math.max(a, b))];
        expect(first < second).toBe(letterFirst(first) < letterFirst(second));
        expect(letterFirst(first)).toBe(
          `A${first.slice(1)}`.replace(/^./, String.fromCharCode(65 + Number(first[0]))),
        );
        expect(letterFirst(letterFirst(first))).toBe(letterFirst(first));
      }),
    );
  });
});
