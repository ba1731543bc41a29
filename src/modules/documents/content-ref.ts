import type { ContentRef } from './document.types.js';
import { isRecord } from './values.js';

const MEMBERS: Record<string, string> = {
  url: 'url',
  page: 'page',
  anchor: 'anchor',
  file: 'file',
  space: 'space',
  user: 'user',
  collection: 'collection',
  'reusable-content': 'reusableContent',
  tag: 'tag',
  openapi: 'spec',
};

/** True for a reference of a known kind that has the member of that kind. */
export function isContentRef(value: unknown): value is ContentRef {
  if (!isRecord(value) || typeof value['kind'] !== 'string') return false;
  const member = Object.hasOwn(MEMBERS, value['kind']) ? MEMBERS[value['kind']] : undefined;
  return member !== undefined && typeof value[member] === 'string';
}
