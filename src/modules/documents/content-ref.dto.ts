import { applyDecorators } from '@nestjs/common';
import { JsonField, Refuse } from '#platform/http/fields.js';
import { isContentRef } from './content-ref.js';

/** A content reference in a body. It is taken as it is: its further members are those of its kind. */
export function ContentRefField(options: Parameters<typeof JsonField>[0] = {}): PropertyDecorator {
  return applyDecorators(Refuse(problemOfContentRef), JsonField(options));
}

function problemOfContentRef(value: unknown): string | null {
  if (isContentRef(value)) return null;
  return '$property must be a content reference, such as { "kind": "url", "url": "https://example.com" }';
}
