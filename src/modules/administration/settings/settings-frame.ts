import type { ShellPage } from '#modules/member-pages/index.js';

/** Names of the tabs of an organization's settings; the first one has the path itself. */
export type SettingsTab = '' | 'rules' | 'sign-in' | 'provisioning' | 'github' | 'fonts';

const TITLES: Record<SettingsTab, string> = {
  '': 'Organization settings',
  rules: 'Merge rules',
  'sign-in': 'Sign-in',
  provisioning: 'Provisioning',
  github: 'GitHub',
  fonts: 'Fonts',
};

/** Address of a page of an organization's settings. @param base path of PUBLIC_URL. */
export function settingsPath(base: string, organizationId: string, tab: SettingsTab = ''): string {
  const root = `${base}/app/o/${encodeURIComponent(organizationId)}/settings`;
  return tab === '' ? root : `${root}/${tab}`;
}

/**
 * The frame of a page of an organization's settings, with its tabs.
 * @param base path of PUBLIC_URL.
 * @param more members of the frame that the page has besides, or other than these.
 */
export function settingsFrame(
  base: string,
  organizationId: string,
  current: SettingsTab,
  more: Partial<ShellPage> = {},
): ShellPage {
  return {
    title: TITLES[current],
    heading: 'Organization settings',
    organizationId,
    tabs: { of: 'settings', root: settingsPath(base, organizationId), current },
    ...more,
  };
}
