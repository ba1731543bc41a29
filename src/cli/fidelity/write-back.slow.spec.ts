import { expect, it } from 'vitest';
import { openFolder } from '#modules/git/index.js';
import { writeBack, writeBackEdited } from './write-back.js';

it('the documentation of this repository is written back without one changed byte', async () => {
  const folder = await openFolder('docs');
  expect(folder.paths().length).toBeGreaterThan(50);
  expect(await writeBack(folder)).toEqual([]);
}, 600_000);

it('a word that is added to a page of it changes one line', async () => {
  const files = await writeBackEdited(await openFolder('docs'));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter(({ lines }) => lines !== 1)).toEqual([]);
}, 600_000);
