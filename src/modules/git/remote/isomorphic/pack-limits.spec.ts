import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packOf } from '../../../../../test/support/pack.js';
import { checkPack, PACK_LIMITS } from './pack-limits.js';

const LIMITS = {
  ...PACK_LIMITS,
  objects: 5,
  objectBytes: 1000,
  listBytes: 100,
  unpackedBytes: 2500,
  differencesBytes: 1500,
  deepestDifference: 2,
};
const check = (...objects: Parameters<typeof packOf>[0]) => checkPack(packOf(objects), LIMITS);
const blob = (size: number) => ({ type: 'blob' as const, bytes: Buffer.alloc(size) });

describe('the limits of a pack', () => {
  it('accept a pack within them', () => {
    expect(() =>
      check(
        { type: 'commit', bytes: Buffer.from('tree') },
        { type: 'tree', bytes: Buffer.alloc(100) },
        blob(1000),
        blob(0),
        { type: 'difference', base: 2, makes: 500 },
      ),
    ).not.toThrow();
  });

  it('count at least the declared size of an object, and refuse a large one before it is unpacked', () => {
    // Nothing follows the size: it is refused for what it says.
    const bomb = { type: 'blob' as const, says: 3 * 1024 ** 3, packed: Buffer.alloc(0) };
    expect(() => check(bomb)).toThrow(/a file of more than/);
    expect(() => check({ ...bomb, type: 'tree', says: 101 })).toThrow(/a folder or a commit of more than/);
    expect(() => check(blob(900), blob(900), { ...bomb, says: 800 })).toThrow(/larger than .* when unpacked/);
    // One that says less than it is breaks off there.
    const liar = { type: 'blob' as const, says: 10, packed: deflateSync(Buffer.alloc(50_000_000)) };
    expect(() => check(liar)).toThrow(/cannot be read/);
  });

  it('count the objects that differences make', () => {
    const difference = (makes: number, base = 0) => ({ type: 'difference' as const, base, makes });
    expect(() => check(blob(10), difference(1001))).toThrow(/a file of more than/);
    expect(() => check(blob(10), difference(800), difference(800))).toThrow(/when unpacked/);
    expect(() => check(blob(10), difference(1, 0), difference(1, 1), difference(1, 2))).toThrow(/too deep/);
  });

  it('refuse too many objects, and bytes that are no pack', () => {
    expect(() => check(...Array.from({ length: 6 }, () => blob(1)))).toThrow(/more than 5 objects/);
    expect(() => checkPack(Buffer.alloc(100))).toThrow(/cannot be read/);
    expect(() => checkPack(packOf([blob(10)]).subarray(0, 25))).toThrow(/cannot be read/);
  });
});
