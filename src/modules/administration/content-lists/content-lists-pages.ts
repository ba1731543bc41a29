import { Injectable } from '@nestjs/common';
import { OrganizationLinks } from '#modules/links/index.js';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { brokenLinkList } from './broken-link-list.js';
import { fileList } from './file-list.js';
import { readListRequest } from './list-request.js';
import { reusableList } from './reusable-list.js';
import { tagList } from './tag-list.js';

const READS = { scopes: ['organization:read', 'space:content:read'] } as const;

/** Pages below `/app/o/{organization}/content` with what is in all spaces that a member sees. */
@Injectable()
export class ContentListsPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly links: OrganizationLinks,
  ) {}

  /** @throws NotFound for an organization that the member does not belong to, BadRequest for the cursor of another list. */
  @AppRoute('/o/:organization/content/broken-links', READS)
  async brokenLinks(request: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '' } = request.params;
    const { filter, page, asked } = readListRequest(request);
    const links = await this.links.listBroken(request.actor, organizationId, asked, page);
    const view = { organizationId, links, filter };
    return this.shell.show(request, brokenLinkList(this.config.basePath, view));
  }

  /** @throws as `brokenLinks`. */
  @AppRoute('/o/:organization/content/files', READS)
  async files(request: MemberRequest): Promise<SiteAnswer> {
    return this.shell.show(request, fileList(this.config.basePath, await this.entries(request, 'file')));
  }

  /** @throws as `brokenLinks`. */
  @AppRoute('/o/:organization/content/reusable-contents', READS)
  async reusableContents(request: MemberRequest): Promise<SiteAnswer> {
    const view = await this.entries(request, 'reusable-content');
    return this.shell.show(request, reusableList(this.config.basePath, view));
  }

  /** @throws as `brokenLinks`. */
  @AppRoute('/o/:organization/content/tags', READS)
  async tags(request: MemberRequest): Promise<SiteAnswer> {
    return this.shell.show(request, tagList(this.config.basePath, await this.entries(request, 'tag')));
  }

  private async entries(request: MemberRequest, kind: 'file' | 'reusable-content' | 'tag') {
    const { organization: organizationId = '' } = request.params;
    const { filter, page, asked } = readListRequest(request);
    const { search, isUnused } = filter;
    const wanted = { ...asked, search, isUnused };
    const entries = await this.links.listEntries(request.actor, organizationId, kind, wanted, page);
    return { organizationId, entries, filter };
  }
}
