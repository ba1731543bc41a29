import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { type ChangeRequestFilters, ChangeRequests } from '#modules/change-requests/index.js';
import { Inbox, RecentPages } from '#modules/home/index.js';
import { Organizations } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import { RequestList } from '../lists/request-list.js';
import { SpaceList } from '../lists/space-list.js';
import { hasScopes, type MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { MoreLink } from '../more-link.js';
import { Ago } from '../shell/ago.js';
import { SpaceMark } from '../shell/sidebar.js';
import { InboxList } from './inbox-list.js';

const SHORT = 5;
const SPACES = 12;
const LIMIT = 50;
/** Scopes that the home page of an organization needs. */
const SCOPES = ['organization:read', 'space:metadata:read'] as const;

/** `/app/o/{organization}`: what waits for a member and what they worked with, and all spaces below it. */
@Injectable()
export class HomePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly inbox: Inbox,
    private readonly recent: RecentPages,
  ) {}

  /** @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization', { scopes: SCOPES })
  async home(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    const { organization, permissions } = await this.organizations.viewOrganization(actor, id);
    const beginHref = permissions.createContent ? this.to('o', id, 'welcome') : undefined;
    const list = async (filters: ChangeRequestFilters) =>
      (
        await this.changeRequests.listOfOrganization(actor, id, {
          sort: 'updatedAt',
          limit: SHORT,
          ...filters,
        })
      ).items;
    const reviews = await list({ status: 'open', requestedReviewer: actor.userId, isSpaceArchived: false });
    const own = await list({ status: ['draft', 'open'], creator: actor.userId, isSpaceArchived: false });
    const merged = await list({ status: 'merged' });
    const spaces = await this.spaces.list(actor, id, { limit: SPACES }, { isArchived: false });
    const titles = await this.titlesOf(request, id, [...reviews, ...own, ...merged]);
    const shared = {
      hrefOf: (changeRequest: { spaceId: string; number: number }) =>
        this.shell.changeRequestHref(changeRequest),
      titleOf: (space: string) => titles.get(space)?.space.title,
    };
    return this.shell.page(
      request,
      { title: organization.title, heading: 'For you', organizationId: id, isWide: true },
      <div class="home">
        <Section title="Waiting for your review">
          <RequestList {...shared} requests={reviews} empty="Nobody waits for your review." />
        </Section>
        <Section title="Your drafts and open change requests">
          <RequestList {...shared} requests={own} empty="You have no change requests in work." />
        </Section>
        {await this.news(request, id)}
        {await this.read(request, id)}
        <Section title="Merged lately">
          <RequestList {...shared} requests={merged} empty="Nothing was merged yet." />
        </Section>
        <Section
          title="Spaces"
          more={spaces.next && [this.to('o', id, 'spaces'), `All ${spaces.count} spaces`]}
        >
          <SpaceList base={this.config.basePath} spaces={spaces.items} beginHref={beginHref} />
        </Section>
      </div>,
    );
  }

  /** All spaces of an organization that the member may see, without archived ones. @throws NotFound */
  @AppRoute('/o/:organization/spaces', { scopes: SCOPES })
  async all(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '' } = params;
    const page = { limit: LIMIT, page: query.get('page') ?? undefined };
    const { items, next } = await this.spaces.list(actor, organizationId, page, { isArchived: false });
    return this.shell.page(
      request,
      { title: 'Spaces', organizationId },
      <>
        <SpaceList base={this.config.basePath} spaces={items} />
        <MoreLink
          here={this.to('o', organizationId, 'spaces')}
          cursor={next?.page ?? null}
          what="More spaces"
        />
      </>,
    );
  }

  /** The latest unread news; nothing for tokens that may not read comments. */
  private async news({ actor }: MemberRequest, organizationId: string): Promise<ComponentChildren> {
    if (!hasScopes(actor, ['space:comments:read'])) return null;
    const { items } = await this.inbox.list(actor, organizationId, { limit: SHORT, isUnread: true });
    const here = this.to('o', organizationId, 'inbox');
    return (
      <Section title="Unread" more={[here, 'Inbox']}>
        {items.length === 0 ? (
          <p class="app-empty">You have read everything.</p>
        ) : (
          <InboxList here={here} entries={items} />
        )}
      </Section>
    );
  }

  /** The pages that the member read last; nothing for tokens that may not read content. */
  private async read({ actor }: MemberRequest, organizationId: string): Promise<ComponentChildren> {
    if (!hasScopes(actor, ['space:content:read'])) return null;
    const pages = await this.recent.list(actor, organizationId, SHORT);
    return (
      <Section title="Read lately">
        {pages.length === 0 ? (
          <p class="app-empty">The pages that you read come here.</p>
        ) : (
          <ul class="app-list">
            {pages.map(({ spaceId, spaceTitle, spaceEmoji, pageId, title, readAt }) => (
              <li>
                <SpaceMark space={{ emoji: spaceEmoji, icon: null }} />
                <div class="app-list-main">
                  <a href={this.to('s', spaceId, '~', 'pages', pageId)} dir="auto">
                    {title}
                  </a>
                  <p class="app-list-facts">
                    <bdi>{spaceTitle}</bdi> · <Ago at={readAt} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Section>
    );
  }

  private titlesOf(
    { actor }: MemberRequest,
    organizationId: string,
    rows: readonly { changeRequest: { spaceId: string } }[],
  ): Promise<Map<string, SpaceView>> {
    const ids = rows.map(({ changeRequest }) => changeRequest.spaceId);
    return this.spaces.findVisible(actor, organizationId, ids);
  }

  private to(...segments: string[]): string {
    return `${this.config.basePath}/app/${segments.map(encodeURIComponent).join('/')}`;
  }
}

function Section({
  title,
  more,
  children,
}: {
  title: string;
  more?: readonly [href: string, title: string];
  children: ComponentChildren;
}) {
  return (
    <section class="home-section">
      <div class="home-title">
        <h2>{title}</h2>
        {more && <a href={more[0]}>{more[1]}</a>}
      </div>
      {children}
    </section>
  );
}
