import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(import.meta.url);

/** Files of each package, below its folder. Math and a fallback for signs come with the typesetter. */
const FILES: Record<string, string[]> = {
  '@embedpdf/fonts-latin': ['Regular', 'Italic', 'Medium', 'SemiBold', 'Bold', 'BoldItalic'].map(
    (style) => `fonts/NotoSans-${style}.ttf`,
  ),
  '@embedpdf/fonts-arabic': ['fonts/NotoNaskhArabic-Regular.ttf', 'fonts/NotoNaskhArabic-Bold.ttf'],
  '@embedpdf/fonts-hebrew': ['fonts/NotoSansHebrew-Regular.ttf', 'fonts/NotoSansHebrew-Bold.ttf'],
  '@embedpdf/fonts-sc': ['fonts/NotoSansHans-Regular.otf', 'fonts/NotoSansHans-Bold.otf'],
  '@embedpdf/fonts-tc': ['fonts/NotoSansHant-Regular.otf', 'fonts/NotoSansHant-Bold.otf'],
  '@embedpdf/fonts-jp': ['fonts/NotoSansJP-Regular.otf', 'fonts/NotoSansJP-Bold.otf'],
  '@embedpdf/fonts-kr': ['fonts/NotoSansKR-Regular.otf', 'fonts/NotoSansKR-Bold.otf'],
  '@expo-google-fonts/noto-sans-thai': [
    '400Regular/NotoSansThai_400Regular.ttf',
    '700Bold/NotoSansThai_700Bold.ttf',
  ],
  '@expo-google-fonts/noto-sans-mono': [
    '400Regular/NotoSansMono_400Regular.ttf',
    '700Bold/NotoSansMono_700Bold.ttf',
  ],
  '@expo-google-fonts/noto-sans-symbols-2': ['400Regular/NotoSansSymbols2_400Regular.ttf'],
  '@expo-google-fonts/noto-color-emoji': ['400Regular/NotoColorEmoji_400Regular.ttf'],
};

/** Absolute paths of the fonts that files are set in, all from packages that were installed with the application. */
export function fontFiles(): string[] {
  return Object.entries(FILES).flatMap(([name, files]) => {
    const folder = packageFolder(name);
    return files.map((file) => join(folder, file));
  });
}

/** Not every package lets its `package.json` be asked for, so its folder is told by where its code is. */
function packageFolder(name: string): string {
  const entry = load.resolve(name);
  const inside = join('node_modules', name);
  return entry.slice(0, entry.lastIndexOf(inside) + inside.length);
}
