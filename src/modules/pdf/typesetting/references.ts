import { asRef, isRelative, safeLink } from '#modules/rendering/index.js';
import { call, type Code } from './code.js';
import type { Target } from './typesetting.types.js';
import type { TypesettingState } from './typesetting-state.js';

/** Target of a reference, with an address that is safe to follow; null for an unknown one. */
export function resolveTarget(value: unknown, state: TypesettingState): Target | null {
  const ref = asRef(value);
  if (!ref) return null;
  const isWhole = ref.kind === 'url' && typeof ref.url === 'string' && !isRelative(ref.url);
  const target =
    state.references.resolve(ref, state.page) ??
    (isWhole ? { places: [], href: ref.url, kind: 'url' } : null);
  if (!target) return null;
  const href = target.href === null ? null : printable(target.href);
  return href === null && target.places.length === 0 ? null : { ...target, href };
}

/** Words that lead to a target. */
export function linked(target: Target, words: Code, look: 'goto' | 'jump' = 'goto'): Code {
  return call(look, [target.places, target.href, words]);
}

/** A safe address that a file can hold: absolute, not empty, of a sensible length. */
export function printable(address: string): string | null {
  const safe = safeLink(address);
  return safe !== null && /^[a-z][a-z0-9+.-]*:./i.test(safe) && safe.length <= 4_000 ? safe : null;
}
