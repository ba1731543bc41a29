import type { ComponentChildren } from 'preact';
import { assetUrl } from '#modules/publishing/index.js';
import { Tabs, UserMenu } from '../shell/shell-frame.js';
import type { BarFrame } from '../member-shell.js';
import { ArchivedNotice } from '../shell/archived-notice.js';
import { SearchEntry } from '../shell/sidebar.js';

/** The bar above content in the layout that readers see: the way back, the parts of the space, the person. */
export function MemberBar({
  base,
  organization,
  search,
  person,
  tabs,
  notice,
  archived,
  actions,
  children,
}: BarFrame & {
  base: string;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="member-bar" role="region" aria-label="Bindery">
      <link rel="stylesheet" href={assetUrl(base, 'members.css')} />
      <div class="member-bar-line">
        <a class="member-bar-home" href={organization.href} dir="auto">
          {organization.title}
        </a>
        <div class="member-bar-place">{children}</div>
        <SearchEntry search={search} />
        {actions}
        <UserMenu view={{ base, person }} />
      </div>
      {archived && <ArchivedNotice view={archived} />}
      {notice && (
        <p class="member-bar-notice">
          {notice.text} <a href={notice.href}>{notice.link}</a>
        </p>
      )}
      {tabs.length > 0 && <Tabs tabs={tabs} />}
    </div>
  );
}
