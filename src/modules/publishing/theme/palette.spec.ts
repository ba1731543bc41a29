import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CUSTOMIZATION } from '../../sites/customization/customization-defaults.js';
import { THEMES, type SiteCustomization } from '../../sites/customization/customization-schema.js';
import { contrast, inkOn, parseColor, toHex } from './colors.js';
import { paletteStyles } from './palette.js';

const hex = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map(toHex);
const themed = fc.record({ light: hex, dark: hex });

/** Text colours with the grounds under them. */
const PAIRS = [
  ['ink', 'ground'],
  ['ink-strong', 'ground-soft'],
  ['ink-soft', 'ground'],
  ['ink-soft', 'ground-strong'],
  ['primary', 'ground'],
  ['primary', 'ground-soft'],
  ['primary', 'primary-soft'],
  ['on-primary', 'primary-solid'],
  ['info', 'info-soft'],
  ['warning', 'ground'],
  ['header-ink', 'header-ground'],
  ['header-link', 'header-ground'],
  ['header-mark', 'header-ground'],
] as const;

describe('the palette of a site', () => {
  it('keeps text readable, light and dark, for any chosen colours', () => {
    const settings = fc.record({
      primaryColor: themed,
      infoColor: themed,
      warningColor: themed,
      theme: fc.constantFrom(...THEMES),
      tint: fc.option(fc.record({ color: themed }), { nil: undefined }),
    });
    fc.assert(
      fc.property(settings, (chosen) => {
        const colors = read({
          ...DEFAULT_CUSTOMIZATION,
          styling: { ...DEFAULT_CUSTOMIZATION.styling, ...chosen },
        });
        for (const [text, ground] of PAIRS)
          for (const mode of [0, 1]) {
            const seen = contrast(
              parseColor(colors.get(text)?.[mode] ?? ''),
              parseColor(colors.get(ground)?.[mode] ?? ''),
            );
            // Rounding to whole steps of a channel reduces the contrast slightly.
            expect(
              seen,
              `${text} on ${ground}: ${colors.get(text)?.[mode]} on ${colors.get(ground)?.[mode]}`,
            ).toBeGreaterThan(4.4);
          }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps chosen colours where there is no text on them', () => {
    const primaryColor = { light: '#ffee00', dark: '#000033' };
    const styling = { ...DEFAULT_CUSTOMIZATION.styling, primaryColor };
    const colors = read({ ...DEFAULT_CUSTOMIZATION, styling });
    expect(colors.get('primary-solid')).toEqual(['#ffee00', '#000033']);
    expect(toHex(inkOn(parseColor('#fe0')))).toBe('#000000');
  });
});

/** Each property with its colours for light and dark. */
function read(customization: SiteCustomization): Map<string, string[]> {
  const declared = paletteStyles(customization).matchAll(/--([\w-]+):light-dark\((#\w+),(#\w+)\)/g);
  return new Map([...declared].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}
