/** Red, green and blue, each from 0 to 255. */
export type Color = readonly [number, number, number];

export const WHITE: Color = [255, 255, 255];
export const BLACK: Color = [0, 0, 0];

/** Contrast that WCAG AA requires for text of ordinary size. */
const READABLE = 4.5;

/** A colour from settings: `#abc` or `#aabbcc`. */
export function parseColor(hex: string): Color {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const number = Number.parseInt(digits.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function toHex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes `share` of `other` into `color`, from 0 to 1. */
export function mix(color: Color, other: Color, share: number): Color {
  const part = (index: 0 | 1 | 2): number => color[index] + (other[index] - color[index]) * share;
  return [part(0), part(1), part(2)];
}

/** Contrast from 1 (equal) to 21 (black on white), as WCAG computes it. */
export function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on `ground`. */
export function inkOn(ground: Color): Color {
  return contrast(WHITE, ground) >= READABLE || contrast(WHITE, ground) >= contrast(BLACK, ground)
    ? WHITE
    : BLACK;
}

/** `color`, made darker or lighter until it is readable on all grounds. */
export function readable(color: Color, ...grounds: Color[]): Color {
  const towards = luminance(grounds[0] ?? WHITE) > 0.18 ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, towards, share);
    if (grounds.every((ground) => contrast(candidate, ground) >= READABLE)) return candidate;
  }
  return towards;
}

function luminance(color: Color): number {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
