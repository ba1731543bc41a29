import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { type ChangeRequestRow, ChangeRequests } from '#modules/change-requests/index.js';
import { Collections } from '#modules/collections/index.js';
import { readConversationsVerdict } from '#modules/conversations/index.js';
import { JoinOrganization, ShownInvites } from '#modules/invites/index.js';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { SitePreviews, Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Config } from '#platform/config/env.js';
import { memberPage } from '../member-page.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { SiteInsights } from '../insights/site-insights.js';
import { HiddenOrganizations } from '../sso/hidden-organizations.js';
import { type Link, Links } from './links.js';

const MOST = 100;
/** Scopes that the lists need. */
const SCOPES = ['organization:read', 'collection:read', 'space:metadata:read', 'site:metadata:read'] as const;

/** Organizations, collections, sites and spaces that a member can open. */
@Injectable()
export class MemberLists {
  constructor(
    private readonly config: Config,
    private readonly organizations: Organizations,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly sites: Sites,
    private readonly sitePreviews: SitePreviews,
    private readonly specs: OpenApiSpecs,
    private readonly insights: SiteInsights,
    private readonly invites: ShownInvites,
    private readonly joining: JoinOrganization,
    private readonly hidden: HiddenOrganizations,
  ) {}

  /** The organizations of a member, and invitations that wait for an answer. */
  @AppRoute('/', { scopes: ['organization:read'] })
  async home({ actor }: MemberRequest): Promise<SiteAnswer> {
    const { items } = await this.organizations.listOrganizations(actor, { limit: MOST });
    const links = items.map(({ organization: { id, title } }) => ({ href: this.to('o', id), title }));
    const waiting = await this.waiting(actor);
    const hidden = await this.hidden.listFor(actor);
    return this.page(
      'Your organizations',
      <>
        <Links title="Organizations" links={links} />
        {hidden.length > 0 && <Links title="Behind single sign-on" links={hidden} />}
        {waiting.length > 0 && <Links title="Waiting for you" links={waiting} />}
      </>,
    );
  }

  /** Pending invitations, and organizations that people with such an address may join. */
  private async waiting(actor: Actor): Promise<Link[]> {
    // Single sign-on says who somebody is in its own organization only.
    if (actor.ssoOrganizationId !== null) return [];
    const invited = await this.invites.listFor(actor.userId);
    const asked = new Set(invited.map(({ organization }) => organization.id));
    const open = (await this.joining.listOpen(actor)).filter(
      ({ organization }) => !asked.has(organization.id),
    );
    return [
      ...invited.map(({ id, organization }) => ({
        href: this.to('invites', id),
        title: `Invitation to ${organization.title}`,
      })),
      ...open.map(({ organization: { id, title } }) => ({
        href: this.to('join', id),
        title: `Join ${title}`,
      })),
    ];
  }

  /** Links to the parts of an organization besides its content. */
  private parts(actor: Actor, id: string) {
    const people = [
      ['people', 'People'],
      ['audit', 'Audit log'],
    ] as const;
    const standing = actor.memberships.get(id);
    const specifications = ['openapi', 'OpenAPI specifications'] as const;
    const conversations = ['conversations', 'Conversations'] as const;
    return [
      ['integrations', 'Integrations'] as const,
      ['translations', 'Translations'] as const,
      ...(this.specs.areVisible(actor, id) ? [specifications] : []),
      ...(readConversationsVerdict(standing).allowed ? [conversations] : []),
      ...(standing === 'admin' ? people : []),
    ].map(([part, title], at) => (
      <>
        {at > 0 && ' · '}
        <a href={this.to('o', id, part)}>{title}</a>
      </>
    ));
  }

  /** Content of an organization. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization', { scopes: SCOPES })
  async organization({ actor, params: { organization: id = '' } }: MemberRequest): Promise<SiteAnswer> {
    const { organization } = await this.organizations.viewOrganization(actor, id);
    const page = { limit: MOST };
    const [spaces, collections, sites, requests] = [
      await this.spaces.list(actor, id, page),
      await this.collections.list(actor, id, true, page),
      await this.sites.list(actor, id, page),
      await this.requestsInWork(actor, id),
    ];
    return this.page(
      organization.title,
      <>
        <p>{this.parts(actor, id)}</p>
        {organization.logoUrl !== null && <img class="member-logo" src={organization.logoUrl} alt="" />}
        <Links
          title="Spaces"
          links={spaces.items.map(({ space }) => ({ href: this.to('s', space.id), title: space.title }))}
        />
        <Links
          title="Collections"
          links={collections.items.map(({ collection }) => ({
            href: this.to('c', collection.id),
            title: collection.title,
          }))}
        />
        <Links
          title="Sites"
          links={sites.items.map(({ site }) => ({
            href: this.to('o', id, 'sites', site.id),
            title: site.title,
          }))}
        />
        <Links
          title="Change requests in work"
          links={requests.map(({ changeRequest }) => ({
            href: this.to('s', changeRequest.spaceId, '~', 'changes', String(changeRequest.number)),
            title: `#${changeRequest.number} ${changeRequest.subject || 'Untitled'}`,
          }))}
        />
      </>,
    );
  }

  private async requestsInWork(actor: Actor, id: string): Promise<ChangeRequestRow[]> {
    const of = (status: 'open' | 'draft') =>
      this.changeRequests.listOfOrganization(actor, id, { limit: MOST, status });
    return [...(await of('open')).items, ...(await of('draft')).items];
  }

  /** The spaces of a collection. @throws NotFound for what is not there or not visible. */
  @AppRoute('/c/:collection', { scopes: SCOPES })
  async collection({ actor, params: { collection: id = '' } }: MemberRequest): Promise<SiteAnswer> {
    const { collection } = await this.collections.requireCollection(actor, id, 'view');
    const { items } = await this.spaces.listInCollection(actor, id, { limit: MOST });
    const links = items.map(({ space }) => ({ href: this.to('s', space.id), title: space.title }));
    return this.page(collection.title, <Links title="Spaces" links={links} />);
  }

  /** Redirects to a preview of a site. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/sites/:site/preview', { scopes: SCOPES })
  async toPreview({ actor, params }: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '', site: siteId = '' } = params;
    const location = await this.sitePreviews.create(actor, organizationId, siteId);
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  /** A site with its insights. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/sites/:site', { scopes: SCOPES })
  async site({ actor, params, query }: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '', site: siteId = '' } = params;
    const { site } = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const address = await this.sites.findAddress(actor, organizationId, siteId);
    const insights = await this.insights.render({ organizationId, siteId }, query.get('range'));
    return this.page(
      site.title,
      <>
        <p>{address ? <a href={address}>{address}</a> : 'This site is not published.'}</p>
        <p>
          <a href={this.to('o', organizationId, 'sites', siteId, 'preview')}>Preview</a>
        </p>
        <div dangerouslySetInnerHTML={{ __html: insights }} />
      </>,
    );
  }

  private page(title: string, children: ComponentChildren): SiteAnswer {
    return html(200, memberPage(this.config.basePath, title, children));
  }

  private to(...segments: string[]): string {
    return `${this.config.basePath}/app/${segments.map(encodeURIComponent).join('/')}`;
  }
}
