import { applyDecorators } from '@nestjs/common';
import { JsonField, Refuse } from '#platform/http/fields.js';
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

/** A content reference in a body. It is taken as it is: its further members are those of its kind. */
export function ContentRefField(options: Parameters<typeof JsonField>[0] = {}): PropertyDecorator {
  return applyDecorators(Refuse(problemOfContentRef), JsonField(options));
}

function problemOfContentRef(value: unknown): string | null {
  if (isContentRef(value)) return null;
  return '$property must be a content reference, such as { "kind": "url", "url": "https://example.com" }';
}
