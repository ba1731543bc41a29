import type { ContentRef } from '#modules/documents/index.js';
import { asRef, asText } from './document-data.js';
import type { RenderContext, RenderedFile, ResolvedRef } from './render-context.js';
import { hostOf, isRelative, safeImage, safeLink } from './urls.js';

/** Target of a reference with an href that is safe to follow, or null. */
export function resolveLink(value: unknown, state: { readonly context: RenderContext }): ResolvedRef | null {
  const ref = asRef(value);
  if (!ref) return null;
  const resolved = state.context.resolveRef(ref) ?? resolveOwnRef(ref);
  const href = resolved ? safeLink(resolved.href) : null;
  return resolved && href !== null ? { ...resolved, href } : null;
}

/** An image that a reference points at, or null if it is missing or not safe to show. */
export function resolveImage(
  value: unknown,
  state: { readonly context: RenderContext },
): { url: string; file?: RenderedFile } | null {
  const ref = asRef(value);
  if (!ref) return null;
  const file = ref.kind === 'file' ? (state.context.file(ref.file) ?? undefined) : undefined;
  const target = file?.url ?? state.context.resolveRef(ref)?.href ?? resolveOwnRef(ref)?.href;
  const url = target === undefined ? null : safeImage(target);
  return url === null ? null : { url, file };
}

/** Words for a target without a title. */
export function refLabel(value: unknown, resolved: { title?: string; href: string | null } | null): string {
  const ref = asRef(value);
  if (resolved?.title) return resolved.title;
  if (ref?.kind === 'url') return hostOf(asText(ref.url) ?? '');
  if (ref?.kind === 'tag') return ref.tag;
  if (ref?.kind === 'openapi') return ref.spec;
  return resolved?.href ?? '';
}

/** The icon of a target without an emoji. */
export function iconOfTarget({ icon, kind }: { icon?: string; kind: string }): string {
  return icon ?? KIND_ICONS[kind] ?? 'file-lines';
}

const KIND_ICONS: Record<string, string> = {
  url: 'globe',
  file: 'file',
  user: 'user',
  space: 'book',
  collection: 'folder',
  tag: 'tag',
  openapi: 'code',
  anchor: 'hashtag',
};

function resolveOwnRef(ref: ContentRef): ResolvedRef | null {
  const isWhole = ref.kind === 'url' && typeof ref.url === 'string' && !isRelative(ref.url);
  return isWhole ? { href: ref.url, kind: 'url' } : null;
}
