import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SiteCustomization } from '#modules/sites/index.js';
import { usedFont } from './font-files.js';
import { paletteStyles } from './palette.js';

/** The style sheet of a site (or of one of its spaces): the colours, fonts and shapes of its settings. */
export interface ThemeStyles {
  css: string;
  hash: string;
  /** Addresses of fonts that every page needs, from the style sheet. */
  firstFonts: string[];
}

const RADIUS = { straight: '0rem', rounded: '0.5rem', circular: '1rem' };
const PILL = { straight: '0rem', rounded: '0.5rem', circular: '2rem' };

// Styles by the settings object, because equal settings are often the same object.
const built = new WeakMap<SiteCustomization, ThemeStyles>();
const byText = new LRUCache<string, ThemeStyles>({ max: 200 });

/** The styles of settings; a pure function. */
export function themeStyles(customization: SiteCustomization): ThemeStyles {
  const known = built.get(customization);
  if (known) return known;
  const { styling, header, announcement } = customization;
  const key = JSON.stringify([
    styling,
    header.preset,
    header.backgroundColor,
    header.linkColor,
    announcement,
  ]);
  const styles = byText.get(key) ?? build(customization);
  byText.set(key, styles);
  built.set(customization, styles);
  return styles;
}

/** Fingerprint of an announcement: a closed announcement stays closed until its text changes. */
export function announcementId(customization: SiteCustomization): string | null {
  const { announcement } = customization;
  if (!announcement?.enabled) return null;
  const text = JSON.stringify([announcement.message, announcement.link, announcement.style]);
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

function build(customization: SiteCustomization): ThemeStyles {
  const { styling } = customization;
  const text = usedFont(styling.font, 'Site Text', 'sans');
  const mono = usedFont(styling.monospaceFont, 'Site Code', 'mono');
  const announcement = announcementId(customization);
  const css = [
    text.faces,
    mono.faces,
    `:root{${[
      paletteStyles(customization),
      `--font:${text.family}`,
      `--mono:${mono.family}`,
      `--radius:${RADIUS[styling.corners]}`,
      `--radius-pill:${PILL[styling.corners]}`,
      ...(styling.depth === 'flat' ? ['--shadow:none', '--shadow-small:none'] : []),
    ].join(';')}}`,
    // The announcement is hidden before the first paint, so that the page does not move.
    ...(announcement ? [`[data-closed~='${announcement}'] .announcement{display:none}`] : []),
  ].join('\n');
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
  return { css, hash, firstFonts: [text.first, mono.first].filter((path) => path !== null).slice(0, 1) };
}
