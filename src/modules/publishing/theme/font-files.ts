import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontDefinition } from '#modules/sites/index.js';
import { NAMED_FONTS, type NamedFont } from './named-fonts.js';

/** Path of fonts beside the style sheet that names them. */
export const FONTS_PATH = 'fonts';

const LOCAL: Record<NamedFont['kind'], string> = {
  sans: "local('Arial'), local('Liberation Sans'), local('Arimo')",
  serif: "local('Times New Roman'), local('Liberation Serif'), local('Tinos')",
  mono: "local('Courier New'), local('Liberation Mono'), local('Cousine')",
};
const STACKS: Record<NamedFont['kind'], string> = {
  sans: "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'",
  serif: "ui-serif, Georgia, 'Noto Serif', serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'",
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

const load = createRequire(import.meta.url);

/** A font as a style sheet uses it. */
export interface UsedFont {
  /** `@font-face` rules. */
  faces: string;
  /** Value of `font-family`. */
  family: string;
  /** Address, from the style sheet, of the file that pages need first; null if it is unknown. */
  first: string | null;
}

/** The rules with which a style sheet uses one of our fonts, or an uploaded one, under a chosen name. */
export function usedFont(font: string | FontDefinition, name: string, fallback: NamedFont['kind']): UsedFont {
  if (typeof font === 'object') return uploadedFont(font, name, fallback);
  const known = NAMED_FONTS[font];
  if (!known) return { faces: '', family: STACKS[fallback], first: null };
  const directory = known.package.split('/')[1] ?? '';
  const [size, ascent, descent, gap] = known.fit;
  const standIn = `@font-face{font-family:'${name} fit';src:${LOCAL[known.kind]};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:${gap}%}`;
  const faces = known.sheets.map((sheet) => facesOf(known.package, sheet, name, directory));
  return {
    faces: [standIn, ...faces].join('\n'),
    family: `'${name}', '${name} fit', ${STACKS[known.kind]}`,
    first: `${FONTS_PATH}/${directory}/${known.first}`,
  };
}

/**
 * The file at a path below {@link FONTS_PATH}: `inter/inter-latin-wght-normal.woff2`; null for files that we do not
 * ship.
 */
export function readFontFile(path: string): Buffer | null {
  const [, directory = '', file = ''] = /^([a-z0-9-]+)\/([a-z0-9-]+\.woff2)$/.exec(path) ?? [];
  const font = Object.values(NAMED_FONTS).find((known) => known.package.split('/')[1] === directory);
  if (!font || !file) return null;
  try {
    return readFileSync(join(directoryOf(font.package), 'files', file));
  } catch {
    return null;
  }
}

/** The rules of a package's style sheet, with our name for the font and our addresses. */
function facesOf(packageName: string, sheet: string, name: string, directory: string): string {
  const css = readFileSync(join(directoryOf(packageName), `${sheet}.css`), 'utf8');
  return css
    .replace(/\/\*[^*]*\*\/\s*/g, '')
    .replace(/font-family: '[^']*'/g, `font-family:'${name}'`)
    .replace(
      /src: url\(\.\/files\/([^)]+\.woff2)\)[^;]*;/g,
      (_, file: string) => `src:url('${FONTS_PATH}/${directory}/${file}') format('woff2');`,
    )
    .replace(/\s*\n\s*/g, '');
}

function directoryOf(packageName: string): string {
  return dirname(load.resolve(`${packageName}/package.json`));
}

function uploadedFont(font: FontDefinition, name: string, kind: NamedFont['kind']): UsedFont {
  const files = font.fontFaces.flatMap(({ weight, sources }) =>
    sources.map(({ url, format = 'woff2' }) => ({ weight, format, file: url.split('/').at(-1) ?? '' })),
  );
  const face = ({ weight, format, file }: (typeof files)[number]): string =>
    `@font-face{font-family:'${name}';font-style:normal;font-weight:${weight};font-display:swap;src:url('${FONTS_PATH}/${font.id}/${file}') format('${format}')}`;
  const first = files.find(({ weight }) => weight === 400) ?? files[0];
  return {
    faces: files.map(face).join('\n'),
    family: `'${name}', ${STACKS[kind]}`,
    first: first ? `${FONTS_PATH}/${font.id}/${first.file}` : null,
  };
}
