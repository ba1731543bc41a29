import { Injectable } from '@nestjs/common';
import { Collections } from '#modules/collections/index.js';
import { JoinOrganization, ShownInvites } from '#modules/invites/index.js';
import { createOrganizationVerdict, Organizations } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { HiddenOrganizations } from '../sso/hidden-organizations.js';
import { MoreLink } from '../more-link.js';
import { type Link, Links } from './links.js';
import { SpaceList } from './space-list.js';

const MOST = 100;
const LIMIT = 50;
/** Scopes that the lists need. */
const SCOPES = ['organization:read', 'collection:read', 'space:metadata:read'] as const;

/** Organizations, collections and spaces that a member can open. */
@Injectable()
export class MemberLists {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly invites: ShownInvites,
    private readonly joining: JoinOrganization,
    private readonly hidden: HiddenOrganizations,
  ) {}

  /** Leads to the only organization of a member where nothing else waits; else as {@link all}. */
  @AppRoute('/', { scopes: ['organization:read'] })
  async home(request: MemberRequest): Promise<SiteAnswer> {
    const { actor } = request;
    const { items } = await this.organizations.listOrganizations(actor, { limit: 2 });
    const [first] = items;
    const isOnly = first !== undefined && items.length === 1;
    const others = isOnly ? [...(await this.hidden.listFor(actor)), ...(await this.waiting(actor))] : [];
    if (!isOnly || others.length > 0) return this.all(request);
    return { kind: 'redirect', status: 303, location: this.to('o', first.organization.id), isComplete: true };
  }

  /** The organizations of a member, and invitations that wait for an answer. */
  @AppRoute('/organizations', { scopes: ['organization:read'] })
  async all(request: MemberRequest): Promise<SiteAnswer> {
    const { actor } = request;
    const { items } = await this.organizations.listOrganizations(actor, { limit: MOST });
    const links = items.map(({ organization: { id, title } }) => ({ href: this.to('o', id), title }));
    const waiting = await this.waiting(actor);
    const hidden = await this.hidden.listFor(actor);
    return this.shell.page(
      request,
      {
        title: 'Your organizations',
        actions: createOrganizationVerdict(actor).allowed && (
          <a class="button button-secondary button-medium" href={this.to('organizations', 'new')}>
            New organization
          </a>
        ),
      },
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
      ...invited.map(({ id, target, organization }) => ({
        href: this.to('invites', id),
        title:
          target.type === 'organization'
            ? `Invitation to ${target.title}`
            : `Invitation to the ${target.type} ${target.title} of ${organization.title}`,
      })),
      ...open.map(({ organization: { id, title } }) => ({
        href: this.to('join', id),
        title: `Join ${title}`,
      })),
    ];
  }

  /** The spaces of a collection. @throws NotFound for what is not there or not visible. */
  @AppRoute('/c/:collection', { scopes: SCOPES })
  async collection(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { collection: id = '' } = params;
    const { collection, permissions } = await this.collections.requireCollection(actor, id, 'view');
    const page = { limit: LIMIT, page: query.get('page') ?? undefined };
    // Everything in an archived collection is archived.
    const isArchived = collection.archivedAt !== null;
    const { items, next } = await this.spaces.listInCollection(actor, id, page, { isArchived });
    const { title, organizationId } = collection;
    return this.shell.page(
      request,
      {
        title,
        organizationId,
        collectionId: id,
        // Both take the same role.
        actions: permissions.viewInviteLinks && (
          <>
            <a class="button button-secondary button-medium" href={this.to('c', id, 'share')}>
              Share
            </a>
            <a class="button button-secondary button-medium" href={this.to('c', id, 'settings')}>
              Settings
            </a>
          </>
        ),
      },
      <>
        {collection.description !== null && <p dir="auto">{collection.description}</p>}
        <SpaceList base={this.config.basePath} spaces={items} />
        <MoreLink here={this.to('c', id)} cursor={next?.page ?? null} what="More spaces" />
      </>,
    );
  }

  private to(...segments: string[]): string {
    return `${this.config.basePath}/app/${segments.map(encodeURIComponent).join('/')}`;
  }
}
