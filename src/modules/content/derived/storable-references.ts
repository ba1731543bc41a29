import type { ContentRef, DocumentReference } from '#modules/documents/index.js';

const MEMBERS = [
  'kind',
  'url',
  'page',
  'anchor',
  'file',
  'space',
  'user',
  'collection',
  'reusableContent',
  'tag',
  'spec',
  'integration',
];

/**
 * References in a form that `jsonb` accepts: known members only, no NUL characters and no lone surrogates. Images
 * whose address contains their data refer to nothing.
 */
export function storableReferences(references: readonly DocumentReference[]): DocumentReference[] {
  return references.filter(({ ref }) => ref.kind !== 'url' || !/^data:/i.test(ref.url)).map(storable);
}

function storable({ ref, key, source }: DocumentReference): DocumentReference {
  const members = Object.entries(ref).filter(
    ([name, value]) => MEMBERS.includes(name) && typeof value === 'string',
  );
  return {
    ref: Object.fromEntries(members.map(([name, value]) => [name, clean(value)])) as unknown as ContentRef,
    ...(key === undefined ? {} : { key: clean(key) }),
    source: clean(source),
  };
}

const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const clean = (text: string): string => text.replaceAll('\0', '').replace(HALF_PAIR, '\ufffd');
