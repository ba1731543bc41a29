import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.js';
import { readSpecification } from './read-specification.js';
import { UnreadableSpecification } from './specification.js';

const HEAD = 'openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\npaths: {}\n';
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');

describe('readSpecification', () => {
  it('unfolds aliases', async () => {
    const { specification } = await readSpecification(`${HEAD}x-a: &a\n  b: 1\nx-c:\n  - *a\n  - *a\n`);
    expect(specification['x-c']).toEqual([{ b: 1 }, { b: 1 }]);
  });

  it.each([
    [
      'a few long texts that are named often',
      `x-a: &a "${'x'.repeat(500_000)}"\nx-b:\n${lines(90, () => '  - *a')}`,
    ],
    [
      'many lists that are named often',
      `x-a:\n${lines(60, (at) => `  - &a${at} [${'1,'.repeat(2000)}1]`)}x-b:\n${lines(60 * 99, (at) => `  - *a${at % 60}`)}`,
    ],
  ])('refuses %s', async (_, text) => {
    await expect(readSpecification(HEAD + text)).rejects.toThrow(UnreadableSpecification);
    await expect(readSpecification(HEAD + text)).rejects.toThrow(/unfold/);
  });

  it('outlives what takes more memory than it may', async () => {
    const text = `x: [${'1,'.repeat(200_000)}1]`;
    await expect(parseYaml(text, 32)).rejects.toThrow(/too much time or memory/);
  });

  it('refuses what holds itself, and nesting without end', async () => {
    await expect(readSpecification(`${HEAD}x-a: &a\n  b: *a\n`)).rejects.toThrow(UnreadableSpecification);
    await expect(readSpecification(`${HEAD}x-a: ${'['.repeat(5000)}`)).rejects.toThrow(
      UnreadableSpecification,
    );
  });
});
