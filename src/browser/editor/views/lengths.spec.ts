import { describe, expect, it } from 'vitest';
import { lengthLike, lengthText, readLength } from './lengths.js';

describe('lengths', () => {
  it.each([
    ['300', 300],
    [' 300 PX', 300],
    ['50%', { unit: '%', value: 50 }],
    ['12.5em', { unit: 'em', value: 12.5 }],
    ['', undefined],
    ['0', null],
    ['wide', null],
    ['3 horses', null],
  ])('are read from "%s"', (text, expected) => {
    expect(readLength(text)).toEqual(expected);
  });

  it('are written as they are read', () => {
    for (const text of ['300', '50%', '12.5em', '']) expect(lengthText(readLength(text))).toBe(text);
    expect(lengthText({ unit: 'px', value: 3 })).toBe('3');
  });

  it('keep their unit when they are dragged', () => {
    expect(lengthLike(300, 250.4, 800)).toBe(250);
    expect(lengthLike(undefined, 250, 800)).toBe(250);
    expect(lengthLike({ unit: '%', value: 50 }, 200, 800)).toEqual({ unit: '%', value: 25 });
    expect(lengthLike({ unit: '%', value: 50 }, 2000, 800)).toEqual({ unit: '%', value: 100 });
  });
});
