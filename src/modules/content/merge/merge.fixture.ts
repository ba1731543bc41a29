import fc from 'fast-check';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import type { ContentEdit } from '../edit.types.js';
import { mergeSnapshots } from './merge-snapshots.js';

interface Step {
  action: 'insert' | 'delete' | 'move' | 'rename' | 'write' | 'slug';
  page: number;
  into: number;
  at: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('insert', 'delete', 'move', 'move', 'rename', 'write', 'slug'),
  page: fc.nat(14),
  into: fc.nat(15),
  at: fc.nat(4),
});
export const steps = fc.array(step, { maxLength: 7 });
const START = 12;

const toEdit = ({ action, page, into, at }: Step, ids: string[], name: string): ContentEdit => {
  const target = ids[page % ids.length] as string;
  const parent = ids[into % (ids.length + 3)] ?? null;
  switch (action) {
    case 'insert':
      return insert(name, parent, { at, title: `title ${at}` });
    case 'delete':
      return { type: 'deletePage', page: target };
    case 'move':
      return { type: 'updatePage', page: target, into: parent, at };
    case 'rename':
      return { type: 'updatePage', page: target, fields: { title: name } };
    case 'slug':
      return { type: 'updatePage', page: target, fields: { slug: `slug-${at}` } };
    case 'write':
      return { type: 'updatePage', page: target, document: paragraphs({ k1: name, k2: 'same' }) };
  }
};

/** A base of twelve pages and the edits of two users on it; edits that cannot be applied are left out. */
export async function build(shape: number[], a: Step[], b: Step[]) {
  const content = new ContentFixture();
  const ids = shape.map((_, i) => `p${i}`);
  const base = await content.edit(
    content.empty,
    ...shape.map((parent, i) =>
      insert(`p${i}`, parent < i ? `p${parent}` : null, { document: paragraphs({ k1: 'x', k2: 'same' }) }),
    ),
  );
  const side = async (list: Step[], prefix: string) => {
    let snapshot = base;
    const own = [...ids];
    for (const [i, item] of list.entries()) {
      const name = `${prefix}${i}`;
      snapshot = await content.edit(snapshot, toEdit(item, own, name)).catch(() => snapshot);
      if (item.action === 'insert') own.push(name);
    }
    return snapshot;
  };
  const [main, mine] = [await side(a, 'm'), await side(b, 'n')];
  const merge = (from: string, left: string, right: string) =>
    content.run((batch) => mergeSnapshots(batch, { base: from, main: left, mine: right }));
  return { content, base, main, mine, merge };
}

export const shape = fc.array(fc.nat(START), { minLength: START, maxLength: START });
