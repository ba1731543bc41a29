import { Injectable } from '@nestjs/common';
import {
  counted,
  Ago,
  AppRoute,
  Empty,
  MemberShell,
  type MemberRequest,
  MoreLink,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SiteAddress, type SiteRow, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { sitePath, sitesPath } from '../site-frame.js';
import { SiteState } from '../site-parts.js';
import { AUDIENCES } from '../site-words.js';

const LIMIT = 50;

/** `/app/o/{organization}/sites`: the sites of an organization with their state. */
@Injectable()
export class SiteListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for an organization that the member does not see. */
  @AppRoute('/o/:organization/sites', { scopes: ['organization:read', 'site:metadata:read'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '' } = params;
    const page = { limit: LIMIT, page: query.get('page') ?? undefined };
    const { items, next } = await this.sites.list(actor, organizationId, page);
    const mayCreate = this.sites.mayCreate(actor, organizationId);
    const base = this.config.basePath;
    const newSite = `${base}/app/o/${encodeURIComponent(organizationId)}/new-site`;
    return this.shell.page(
      request,
      {
        title: 'Sites',
        organizationId,
        actions: mayCreate && (
          <a class="button button-primary button-medium" href={newSite}>
            New site
          </a>
        ),
      },
      <>
        {query.get('done') === 'delete' && (
          <p class="review-notice review-outcome" role="status">
            The site is deleted. Its spaces are still there.
          </p>
        )}
        {items.length === 0 && <NoSites newSite={mayCreate ? newSite : null} />}
        {items.length > 0 && <ul class="app-list">{items.map((row) => this.row(row))}</ul>}
        <MoreLink here={sitesPath(base, organizationId)} cursor={next?.page ?? null} what="More sites" />
      </>,
    );
  }

  private row({ site, siteSpaces, location, customHostname }: SiteRow) {
    const address = this.address.of(location);
    const isWaiting = customHostname !== null && location.customHostname === null;
    return (
      <li>
        <div class="app-list-main">
          <a href={sitePath(this.config.basePath, site)} dir="auto">
            {site.title}
          </a>
          <p class="app-list-facts">
            {AUDIENCES[site.visibility].title} · {counted(siteSpaces, 'space')} · made{' '}
            <Ago at={site.createdAt} />
            {isWaiting && ` · ${customHostname} waits for its DNS record`}
          </p>
          {site.published && (
            <p class="app-list-facts">
              <a href={address}>{address}</a>
            </p>
          )}
        </div>
        <SiteState isPublished={site.published} />
      </li>
    );
  }
}

function NoSites({ newSite }: { newSite: string | null }) {
  return (
    <Empty>
      <p>
        There are no sites yet. A site shows one or more spaces to readers, at an address and to the audience
        that you choose.
      </p>
      {newSite === null ? (
        <p>People with the role “create” or a stronger one in the organization can make one.</p>
      ) : (
        <p>
          <a href={newSite}>Create the first site</a>: choose its spaces, or begin with a template or an
          import.
        </p>
      )}
    </Empty>
  );
}
