import { contrast, palette, parseColor, toHex } from '#modules/publishing/browser.js';
import type { SiteCustomization } from '#modules/sites/browser.js';

/** A chosen colour that text cannot have as it is. */
export interface ContrastWarning {
  /** Path of the colour in the settings, with its mode: `styling.primaryColor.light`. */
  field: string;
  words: string;
}

/** Contrast that WCAG AA asks of text of ordinary size. */
const NEEDED = 4.5;
const HEX = /^#(?:[0-9a-f]{3}){1,2}$/i;
const MODES = ['light', 'dark'] as const;

/** The colours of text, with the part of the palette that pages have in their place. */
const TEXTS = [
  ['styling.primaryColor', 'main colour', 'primary', 'links'],
  ['styling.infoColor', 'colour of information', 'info', 'its hints'],
  ['styling.successColor', 'colour of success', 'success', 'its hints'],
  ['styling.warningColor', 'colour of warnings', 'warning', 'its hints'],
  ['styling.dangerColor', 'colour of danger', 'danger', 'its hints'],
] as const;

/**
 * Chosen colours that are hard to read on their ground, with ratios as WCAG computes them, and the shade that pages show in their
 * place. Colours that are being typed are left out.
 */
export function contrastWarnings(looks: SiteCustomization): ContrastWarning[] {
  if (!allColors(looks).every((color) => HEX.test(color))) return [];
  return MODES.flatMap((mode) => {
    const colors = palette(looks, mode);
    const warn = (
      field: string,
      name: string,
      chosen: string,
      ground: string,
      shown: string,
      use: string,
    ) => {
      const ratio = contrast(parseColor(chosen), colors[ground]!);
      if (ratio >= NEEDED) return [];
      const words = `On ${mode} pages the ${name} ${chosen} has a contrast of ${ratio.toFixed(1)} : 1 to its ground; text needs ${NEEDED} : 1. Readers see ${use} in ${toHex(colors[shown]!)} instead.`;
      return [{ field: `${field}.${mode}`, words }];
    };
    const { styling, header } = looks;
    const linkColor =
      header.preset === 'custom' && header.backgroundColor ? header.linkColor?.[mode] : undefined;
    return [
      ...TEXTS.flatMap(([field, name, part, use]) =>
        warn(field, name, styling[field.slice(8) as 'primaryColor'][mode], 'ground', part, use),
      ),
      ...(linkColor
        ? warn(
            'header.linkColor',
            'colour of links in the header',
            linkColor,
            'header-ground',
            'header-link',
            'them',
          )
        : []),
    ];
  });
}

function allColors({ styling, header }: SiteCustomization): string[] {
  const { primaryColor, infoColor, successColor, warningColor, dangerColor, tint } = styling;
  const optional = [tint?.color, header.backgroundColor, header.linkColor];
  return [primaryColor, infoColor, successColor, warningColor, dangerColor, ...optional].flatMap((color) =>
    color ? [color.light, color.dark] : [],
  );
}
