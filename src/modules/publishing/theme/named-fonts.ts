/** A free font that we ship from a package and serve from our origin. */
export interface NamedFont {
  /** Package and the style sheets in it that are used. */
  package: string;
  sheets: readonly string[];
  /** The file that nearly every page needs first. */
  first: string;
  kind: 'sans' | 'serif' | 'mono';
  /**
   * Adjustments of a system font to the size of this font, in percent: size, ascent, descent, line gap. With them pages
   * do not move when the font arrives.
   */
  fit: readonly [number, number, number, number];
}

const VARIABLE = ['wght', 'wght-italic'] as const;

function variable(
  name: string,
  kind: NamedFont['kind'],
  fit: NamedFont['fit'],
  sheets: readonly string[] = VARIABLE,
): NamedFont {
  return {
    package: `@fontsource-variable/${name}`,
    sheets,
    first: `${name}-latin-wght-normal.woff2`,
    kind,
    fit,
  };
}

function fixed(
  name: string,
  kind: NamedFont['kind'],
  fit: NamedFont['fit'],
  weights: readonly string[] = ['400', '400-italic', '600', '700'],
): NamedFont {
  return {
    package: `@fontsource/${name}`,
    sheets: weights,
    first: `${name}-latin-400-normal.woff2`,
    kind,
    fit,
  };
}

/** Fonts by their names in the published contract. ABC Favorit is not free; Hanken Grotesk resembles it. */
export const NAMED_FONTS: Record<string, NamedFont> = {
  ABCFavorit: variable('hanken-grotesk', 'sans', [100.94, 99.07, 30.02, 0]),
  Inter: variable('inter', 'sans', [107.12, 90.44, 22.52, 0]),
  Roboto: variable('roboto', 'sans', [99.78, 92.98, 24.47, 0]),
  RobotoSlab: variable('roboto-slab', 'serif', [116.83, 89.69, 23.2, 0], ['wght']),
  OpenSans: variable('open-sans', 'sans', [105.15, 101.65, 27.86, 0]),
  SourceSansPro: variable('source-sans-3', 'sans', [93.76, 109.21, 42.66, 0]),
  Lato: fixed('lato', 'sans', [97.69, 101.03, 21.8, 0], ['400', '400-italic', '700']),
  Ubuntu: fixed('ubuntu', 'sans', [102.06, 91.32, 18.52, 2.74], ['400', '400-italic', '500', '700']),
  Raleway: variable('raleway', 'sans', [103.86, 90.51, 22.53, 0]),
  Merriweather: variable('merriweather', 'serif', [119.38, 82.42, 22.87, 0]),
  Overpass: variable('overpass', 'sans', [100.72, 87.67, 38.03, 0]),
  NotoSans: variable('noto-sans', 'sans', [106.33, 100.54, 27.56, 0]),
  IBMPlexSerif: fixed('ibm-plex-serif', 'serif', [116.43, 88.04, 23.62, 0]),
  Poppins: fixed('poppins', 'sans', [112.16, 93.62, 31.21, 8.92]),
  FiraSans: fixed('fira-sans', 'sans', [102.74, 91.01, 25.79, 0]),
  FiraCode: variable('fira-code', 'mono', [99.98, 99.02, 32.21, 0], ['wght']),
  IBMPlexMono: fixed('ibm-plex-mono', 'mono', [99.98, 102.52, 27.5, 0]),
  JetBrainsMono: variable('jetbrains-mono', 'mono', [99.98, 102.02, 30, 0]),
  SourceCodePro: variable('source-code-pro', 'mono', [99.98, 98.42, 27.3, 0]),
  RobotoMono: variable('roboto-mono', 'mono', [100, 104.79, 27.1, 0]),
  SpaceMono: fixed('space-mono', 'mono', [101.98, 109.82, 35.4, 0], ['400', '400-italic', '700']),
  DMMono: fixed('dm-mono', 'mono', [99.98, 99.22, 31.01, 0], ['400', '400-italic', '500']),
  Inconsolata: variable('inconsolata', 'mono', [83.32, 103.1, 22.8, 0], ['wght']),
};
