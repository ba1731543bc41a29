import type { ContentRef, DocumentReference } from '#modules/documents/index.js';
import type { Page } from '../content.types.js';
import { storableReferences } from './storable-references.js';

/**
 * The references of a page outside its document: its cover, its tags, its target as a link page, and the source of its content.
 */
export function pageReferences(
  page: Pick<Page, 'cover' | 'tags' | 'target' | 'computed'>,
): DocumentReference[] {
  const found: DocumentReference[] = [];
  const add = (value: unknown, source: string): void => {
    if (isReference(value)) found.push({ ref: value, source });
  };
  const cover = membersOf(page.cover);
  add(cover['ref'], 'cover');
  add(cover['refDark'], 'cover');
  add(page.target, 'page-link');
  for (const { tag } of page.tags ?? []) add(tag, 'tag');
  for (const dependency of Object.values(membersOf(membersOf(page.computed)['dependencies']))) {
    add(membersOf(dependency)['ref'], 'computed');
  }
  const integration = integrationOf(page.computed);
  if (integration !== undefined) add(integrationRef(integration), 'computed');
  return storableReferences(found);
}

/** A reference to the integration that computes a page. It is not a link: lists of links omit it. */
export function integrationRef(integration: string): ContentRef {
  return { kind: 'integration', integration } as unknown as ContentRef;
}

function integrationOf(source: unknown): string | undefined {
  const { type } = membersOf(source);
  return typeof type === 'string' ? /^integration:([^:]+):/.exec(type)?.[1] : undefined;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isReference(value: unknown): value is ContentRef {
  return typeof membersOf(value)['kind'] === 'string';
}
