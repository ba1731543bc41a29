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
import { NotFound } from '#platform/http/errors.js';
import { memberPage } from '../member-page.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { SiteInsights } from '../insights/site-insights.js';
import { HiddenOrganizations } from '../sso/hidden-organizations.js';
import { type Link, Links } from './links.js';

const MOST = 100;
/** Scopes that the lists need. */
const SCOPES = ['organization:read', 'collection:read', 'space:metadata:read', 'site:metadata:read'] as const;

/** Organizations, collections, sites and spaces that a member can open. */
@Injectable()
export class MemberLists {
  private readonly base: string;

  constructor(
    config: Config,
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
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** @throws NotFound for what is not there or not visible. */
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const [kind = '', id = '', part, key = '', detail] = request.segments;
    const depth = request.segments.length;
    if (kind === '' && depth === 1) {
      requireScopes(request.actor, ['organization:read']);
      return this.home(request);
    }
    requireScopes(request.actor, SCOPES);
    if (kind === 'c' && depth === 2) return this.collection(request, id);
    if (kind === 'o' && depth === 2) return this.organization(request, id);
    if (kind === 'o' && part === 'sites' && depth === 4) return this.site(request, id, key);
    if (kind === 'o' && part === 'sites' && depth === 5 && detail === 'preview')
      return this.toPreview(request, id, key);
    throw new NotFound('page');
  }

  private async home({ actor }: MemberRequest): Promise<SiteAnswer> {
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

  private async organization({ actor }: MemberRequest, id: string): Promise<SiteAnswer> {
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

  private async collection({ actor }: MemberRequest, id: string): Promise<SiteAnswer> {
    const { collection } = await this.collections.requireCollection(actor, id, 'view');
    const { items } = await this.spaces.listInCollection(actor, id, { limit: MOST });
    const links = items.map(({ space }) => ({ href: this.to('s', space.id), title: space.title }));
    return this.page(collection.title, <Links title="Spaces" links={links} />);
  }

  private async toPreview(
    { actor }: MemberRequest,
    organizationId: string,
    siteId: string,
  ): Promise<SiteAnswer> {
    const location = await this.sitePreviews.create(actor, organizationId, siteId);
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private async site(
    { actor, query }: MemberRequest,
    organizationId: string,
    siteId: string,
  ): Promise<SiteAnswer> {
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
    return html(200, memberPage(this.base, title, children));
  }

  private to(...segments: string[]): string {
    return `${this.base}/app/${segments.map(encodeURIComponent).join('/')}`;
  }
}
