import type { SiteCustomization, Themed } from '#modules/sites/browser.js';
import { BLACK, type Color, inkOn, mix, parseColor, readable, toHex, WHITE } from './colors.js';

type Mode = keyof Themed;
type Palette = Record<string, Color>;

const GROUND: Record<Mode, Color> = { light: WHITE, dark: [20, 22, 27] };
const INK: Record<Mode, Color> = { light: [31, 36, 48], dark: [227, 230, 236] };
const GREY: Record<Mode, Color> = { light: [88, 101, 130], dark: [132, 146, 174] };

/**
 * The colours of a site as CSS custom properties, each for light and dark pages. Text stays readable with any chosen
 * colour.
 */
export function paletteStyles(customization: SiteCustomization): string {
  const light = palette(customization, 'light');
  const dark = palette(customization, 'dark');
  return Object.entries(light)
    .map(([name, color]) => `--${name}:light-dark(${toHex(color)},${toHex(dark[name] ?? color)})`)
    .join(';');
}

const headerColors = new WeakMap<SiteCustomization, Themed>();

/**
 * The colour of the browser's interface around the page. Settings are never changed in place, so it is computed once
 * for each.
 */
export function headerColor(customization: SiteCustomization): Themed {
  const known = headerColors.get(customization);
  if (known) return known;
  const colorIn = (mode: Mode) => toHex(palette(customization, mode)['header-ground'] ?? GROUND[mode]);
  const colors = { light: colorIn('light'), dark: colorIn('dark') };
  headerColors.set(customization, colors);
  return colors;
}

/** The colours of one mode by the names of their CSS custom properties. */
export function palette(customization: SiteCustomization, mode: Mode): Palette {
  const { styling } = customization;
  const primary = parseColor(styling.primaryColor[mode]);
  const hue = styling.tint ? parseColor(styling.tint.color[mode]) : null;
  const isTinted = hue !== null || styling.background === 'match' || styling.theme === 'muted';
  const tone = hue ?? (isTinted ? primary : GREY[mode]);
  const base = GROUND[mode];
  // Muted pages have a shade of the tint as their ground; on others only the parts beside the text have it.
  const ground =
    styling.theme === 'muted' || styling.background === 'match'
      ? mix(base, tone, mode === 'light' ? 0.035 : 0.06)
      : base;
  const step = (share: number): Color => mix(ground, tone, mode === 'light' ? share : share * 1.3);
  const soft = step(isTinted ? 0.07 : 0.055);
  const strong = step(isTinted ? 0.14 : 0.115);
  const primarySoft = mix(ground, primary, mode === 'light' ? 0.1 : 0.18);
  const text = readable(primary, ground, soft, primarySoft);
  const ink = isTinted ? mix(INK[mode], tone, 0.12) : INK[mode];
  return {
    primary: text,
    'primary-hover': mix(text, mode === 'light' ? BLACK : WHITE, 0.22),
    'primary-soft': primarySoft,
    'primary-solid': primary,
    'primary-solid-hover': mix(primary, inkOn(primary) === WHITE ? BLACK : WHITE, 0.14),
    'on-primary': inkOn(primary),
    ground,
    'ground-soft': soft,
    'ground-strong': strong,
    ink: readable(ink, ground, strong),
    'ink-strong': mix(ink, mode === 'light' ? BLACK : WHITE, 0.6),
    'ink-soft': readable(mix(ink, mix(GREY[mode], tone, 0.25), 0.75), ground, soft, strong),
    line: step(isTinted ? 0.2 : 0.16),
    'line-strong': step(0.36),
    ...semantic(customization, mode, ground),
    ...header(customization, mode, { ground, ink, primary }),
  };
}

/** Colours of hints and of the announcement. */
function semantic({ styling }: SiteCustomization, mode: Mode, ground: Color): Palette {
  const colors = {
    info: styling.infoColor,
    success: styling.successColor,
    warning: styling.warningColor,
    danger: styling.dangerColor,
  };
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, themed]) => {
      const color = parseColor(themed[mode]);
      const soft = mix(ground, color, mode === 'light' ? 0.08 : 0.16);
      return [
        [name, readable(color, ground, soft)],
        [`${name}-soft`, soft],
        [`${name}-solid`, color],
        [`on-${name}`, inkOn(color)],
      ];
    }),
  );
}

/** Colours of the bar at the top: those of the page, or separate ones if the theme or an older preset says so. */
function header(
  { styling, header: settings }: SiteCustomization,
  mode: Mode,
  page: { ground: Color; ink: Color; primary: Color },
): Palette {
  const own = settings.preset === 'custom' ? settings.backgroundColor : undefined;
  const isBold = styling.theme === 'bold' || settings.preset === 'bold';
  const ground = own
    ? parseColor(own[mode])
    : settings.preset === 'contrast'
      ? mix(page.ink, mode === 'light' ? BLACK : WHITE, 0.3)
      : isBold
        ? page.primary
        : page.ground;
  const isPage = ground === page.ground;
  const chosen = own && settings.linkColor ? parseColor(settings.linkColor[mode]) : null;
  const strong = isPage ? mix(page.ink, mode === 'light' ? BLACK : WHITE, 0.6) : inkOn(ground);
  return {
    'header-ground': ground,
    'header-ink': isPage ? readable(page.ink, ground) : strong,
    'header-link': chosen
      ? readable(chosen, ground)
      : isPage
        ? readable(mix(page.ink, GREY[mode], 0.5), ground)
        : strong,
    'header-strong': strong,
    'header-line': mix(ground, strong, isPage ? 0.12 : 0.24),
    'header-soft': mix(ground, strong, isPage ? 0.05 : 0.12),
    'header-mark': isPage ? readable(page.primary, ground) : strong,
  };
}
