import { expect, it, vi } from 'vitest';
import { emojiOf, type IconSource, TreeIcons } from './tree-icons.js';

it.each([
  ['🍎', '🍎'],
  ['1f34e', '🍎'],
  ['1F1EB-1F1F7', '🇫🇷'],
  ['2708', '✈️'],
  ['rocket', ''],
  ['ffffff', ''],
  ['d800', ''],
])('the emoji %s is shown as %s', (stored, shown) => expect(emojiOf(stored)).toBe(shown));

it('icons are asked for together, once each, and those that are unknown stay empty', async () => {
  vi.useFakeTimers();
  const source = vi.fn<IconSource>((names) =>
    Promise.resolve(new Map(names.filter((name) => name !== 'none').map((name) => [name, `<svg>${name}`]))),
  );
  const onDrawn = vi.fn<() => void>();
  const icons = new TreeIcons(source, onDrawn);
  const names = ['book', 'none', 'book', ...Array.from({ length: 50 }, (_, at) => `icon${at}`)];
  for (const name of names) expect(icons.svgOf(name)).toBe('');
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  expect(source.mock.calls.map(([asked]) => asked.length)).toEqual([40, 12]);
  expect(onDrawn).toHaveBeenCalledTimes(2);
  expect(['book', 'none', 'icon49'].map((name) => icons.svgOf(name))).toEqual([
    ...['<svg>book', '', '<svg>icon49'],
  ]);
  expect(source).toHaveBeenCalledTimes(2);
});

it('titles stand alone when the icons cannot be read', async () => {
  vi.useFakeTimers();
  const source = vi.fn<IconSource>(() => Promise.reject(new Error('offline')));
  const icons = new TreeIcons(source, () => undefined);
  icons.svgOf('book');
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  expect(icons.svgOf('book')).toBe('');
});
