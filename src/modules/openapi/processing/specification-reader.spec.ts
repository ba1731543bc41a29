import { describe, expect, it } from 'vitest';
import { readSource } from './read-source.fixture.js';
import { SpecificationReader } from './specification-reader.js';
import { UnreadableSpecification } from './specification.js';

const HEAD = 'openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\npaths: {}\n';
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');

class Narrow extends SpecificationReader {
  protected override readonly memoryMb = 48;
}

describe('SpecificationReader', () => {
  it('unfolds aliases of YAML', async () => {
    const { specification } = await readSource(`${HEAD}x-a: &a\n  b: 1\nx-c:\n  - *a\n  - *a\n`);
    expect(specification['x-c']).toEqual([{ b: 1 }, { b: 1 }]);
  });

  it.each([
    ['openapi: 3.0', '3.1.1'],
    ['openapi: 3.1', '3.1'],
    ['swagger: 2.0', '3.1.1'],
  ])('reads the number of %s as a version', async (line, version) => {
    const { specification } = await readSource(HEAD.replace('openapi: 3.1.0', line));
    expect(specification.openapi).toBe(version);
  });

  it('keeps texts that look like escapes, and removes characters that the database does not accept', async () => {
    const description = 'a\\u0000b \0 \ud800 c';
    const { specification } = await readSource(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1', description }, paths: {} }),
    );
    expect(specification.info.description).toBe('a\\u0000b  \ufffd c');
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
    const refused = readSource(HEAD + text);
    await expect(refused).rejects.toThrow(UnreadableSpecification);
    await expect(refused).rejects.toThrow(/unfold/);
  });

  it('refuses a specification that exceeds the memory, and reads the next one', async () => {
    const reader = new Narrow();
    const read = (text: string) => reader.read(text, undefined, () => Promise.reject(new Error('none')));
    const refused = read(`${HEAD}x: [${'[1,2],'.repeat(600_000)}1]`);
    await expect(refused).rejects.toThrow(/too much time or memory/);
    expect((await read(HEAD)).problems).toEqual([]);
  });

  it.each([
    ['holds itself', `${HEAD}x-a: &a\n  b: *a\n`],
    ['nests very deep, in YAML', `${HEAD}x-a: ${'['.repeat(100_000)}`],
    ['nests very deep, in JSON', `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('refuses YAML or JSON that %s', async (_, text) => {
    await expect(readSource(text)).rejects.toThrow(UnreadableSpecification);
  });
});
