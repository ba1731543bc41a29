/** A length as documents have it: pixels, or a number of another unit. */
export type Length = number | { unit: string; value: number };

/** A length as people write it: `300` for pixels, `50%`. Empty for none. */
export function lengthText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const { unit, value: amount } = (value ?? {}) as { unit?: string; value?: number };
  return amount === undefined ? '' : `${amount}${unit === 'px' ? '' : unit}`;
}

/** The length that somebody wrote; undefined for none, null for words that are no length that readers get. */
export function readLength(text: string): Length | undefined | null {
  if (text.trim() === '') return undefined;
  const [, digits, unit = 'px'] =
    /^\s*(\d+(?:\.\d+)?)\s*(px|%|r?em|vw|vh)?\s*$/.exec(text.toLowerCase()) ?? [];
  const value = Number(digits ?? 0);
  if (value === 0) return null;
  return unit === 'px' ? value : { unit, value };
}

/** A length of so many pixels, in the unit of another; `whole` is 100 % in pixels. */
export function lengthLike(before: unknown, pixels: number, whole: number): Length {
  const isShare = (before as { unit?: string } | undefined)?.unit === '%' && whole > 0;
  return isShare
    ? { unit: '%', value: Math.max(1, Math.min(100, Math.round((pixels / whole) * 100))) }
    : Math.max(1, Math.round(pixels));
}

/** A length for a style sheet. */
export function cssLength(value: unknown): string {
  return typeof value === 'number' ? `${value}px` : lengthText(value);
}
