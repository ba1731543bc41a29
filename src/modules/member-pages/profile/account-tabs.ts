import type { PageTabs } from '../shell/page-tabs.js';

/** The tabs of a member's own account. @param base path of PUBLIC_URL. */
export function accountTabs(base: string, current: '' | 'sign-in' | 'sessions'): PageTabs {
  return { of: 'account', root: `${base}/app/profile`, current };
}
