import type { Urls } from '#platform/http/urls.js';
import type { CustomFontFace } from './custom-font.entity.js';
import type { CustomizationOverrides, FontDefinition } from './customization-schema.js';

/** An uploaded font as settings name it, with the addresses of its files. */
export function fontDefinition(
  organizationId: string,
  font: { id: string; family: string; faces: CustomFontFace[] },
  urls: Urls,
): FontDefinition {
  return {
    id: font.id,
    custom: true,
    fontFamily: font.family,
    fontFaces: font.faces.map(({ weight, blob, format }) => ({
      weight,
      sources: [{ url: urls.at('~fonts', organizationId, font.id, `${blob}.${format}`), format }],
    })),
  };
}

/** Settings with uploaded fonts as they are now: what was stored names them by id. One that is gone is left out. */
export function withFonts(
  settings: CustomizationOverrides,
  fonts: ReadonlyMap<string, FontDefinition>,
): CustomizationOverrides {
  const { styling } = settings;
  if (!styling) return settings;
  const known = { ...styling };
  for (const name of ['font', 'monospaceFont'] as const) {
    const font = known[name];
    if (typeof font !== 'object' || font === null) continue;
    const definition = fonts.get(font.id);
    if (definition) known[name] = definition;
    else delete known[name];
  }
  return { ...settings, styling: known };
}
