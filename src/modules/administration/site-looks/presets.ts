import type { SiteCustomization } from '#modules/sites/browser.js';

type Styling = Partial<SiteCustomization['styling']>;

/** A ready set of colours, fonts and shapes. */
export interface LooksPreset {
  name: string;
  title: string;
  styling: Styling;
  header: SiteCustomization['header']['preset'];
}

const sets = (primary: [string, string], tint: [string, string] | null): Styling => ({
  primaryColor: { light: primary[0], dark: primary[1] },
  tint: tint ? { color: { light: tint[0], dark: tint[1] } } : undefined,
});

/** Looks to begin with. */
export const PRESETS: readonly LooksPreset[] = [
  {
    name: 'indigo',
    title: 'Indigo',
    header: 'default',
    styling: {
      ...sets(['#4150c8', '#a5aeff'], null),
      theme: 'clean',
      font: 'Inter',
      corners: 'rounded',
      depth: 'subtle',
      background: 'plain',
    },
  },
  {
    name: 'forest',
    title: 'Forest',
    header: 'default',
    styling: {
      ...sets(['#20694a', '#7fd1a8'], ['#5d7a68', '#86a493']),
      theme: 'muted',
      font: 'SourceSansPro',
      corners: 'rounded',
      depth: 'flat',
      background: 'match',
    },
  },
  {
    name: 'ink',
    title: 'Ink',
    header: 'contrast',
    styling: {
      ...sets(['#1f2430', '#e3e6ec'], null),
      theme: 'clean',
      font: 'IBMPlexSerif',
      corners: 'straight',
      depth: 'flat',
      background: 'plain',
    },
  },
  {
    name: 'ocean',
    title: 'Ocean',
    header: 'bold',
    styling: {
      ...sets(['#0b5c8a', '#7cc4ee'], ['#4f7386', '#84a9bd']),
      theme: 'bold',
      font: 'OpenSans',
      corners: 'rounded',
      depth: 'subtle',
      background: 'plain',
    },
  },
  {
    name: 'clay',
    title: 'Clay',
    header: 'default',
    styling: {
      ...sets(['#a3431f', '#f3a583'], ['#8a7263', '#b39d8f']),
      theme: 'muted',
      font: 'Merriweather',
      corners: 'rounded',
      depth: 'flat',
      background: 'match',
    },
  },
  {
    name: 'violet',
    title: 'Violet',
    header: 'default',
    styling: {
      ...sets(['#7a3fc0', '#c9a4ff'], null),
      theme: 'gradient',
      font: 'Poppins',
      corners: 'circular',
      depth: 'subtle',
      background: 'plain',
    },
  },
];

/** Settings with a preset in place of their colours, fonts and shapes. */
export function withPreset(looks: SiteCustomization, { styling, header }: LooksPreset): SiteCustomization {
  const changed = { ...looks.styling, ...styling } as SiteCustomization['styling'];
  if (changed.tint === undefined) delete changed.tint;
  return { ...looks, styling: changed, header: { ...looks.header, preset: header } };
}
