import type { ComponentChildren } from 'preact';
import { type ShellPage, type ShownPage, shownPage } from '#modules/member-pages/index.js';

/** Names of the tabs of `/app/operate`, as addresses have them; the first has none. */
export type OperateTab =
  '' | 'jobs' | 'sizes' | 'tests' | 'backups' | 'github' | 'configuration' | 'operators';

const TITLES: Readonly<Record<OperateTab, string>> = {
  '': 'Health',
  jobs: 'Jobs',
  sizes: 'Sizes',
  tests: 'Mail and storage',
  backups: 'Backups',
  github: 'GitHub',
  configuration: 'Configuration',
  operators: 'Operators',
};

/** Address of a tab. @param base path of PUBLIC_URL. */
export function operateUrl(base: string, tab: OperateTab): string {
  return `${base}/app/operate${tab && `/${tab}`}`;
}

/** A page of the part for operators. */
export function operatePage(
  base: string,
  tab: OperateTab,
  children: ComponentChildren,
  more: Partial<ShellPage> = {},
): ShownPage {
  const tabs = { of: 'operate', root: operateUrl(base, ''), current: tab } as const;
  return shownPage({ title: TITLES[tab], tabs, ...more }, children);
}
