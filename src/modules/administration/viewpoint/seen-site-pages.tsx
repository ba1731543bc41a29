import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  Empty,
  type MemberRequest,
  MemberShell,
  MemberTable,
  shownPage,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SiteAddress, type SiteRow, Sites, SiteSpaces } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { peopleUrls } from '../people/people-urls.js';
import { reasonOf, RoleOrigins } from '../share/role-origins.js';
import { sharePath } from '../share/share-urls.js';
import { AUDIENCES } from '../sites/site-words.js';
import { SeenNote } from './seen-note.js';
import { seenPath } from './seen-urls.js';
import { type Viewpoint, Viewpoints } from './viewpoints.js';

/** A space of the site, and what the member is there; without a role they do not get to it. */
interface SpaceOfSite {
  id: string;
  title: string;
  role?: string;
  why: string;
}

/** `/app/o/{organization}/people/members/{user}/sees/sites/{site}`: a site and its spaces, with what a member may do there. */
@Injectable()
export class SeenSitePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly viewpoints: Viewpoints,
    private readonly origins: RoleOrigins,
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for strangers, users who are no members and unknown sites; Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/members/:member/sees/sites/:site', {
    scopes: ['organization:read', 'members:read', 'space:metadata:read', 'site:metadata:read'],
  })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', member: userId = '', site: siteId = '' } = params;
    const viewpoint = await this.viewpoints.of(actor, organizationId, userId);
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const spaces = await this.siteSpaces.visible(actor, row.site);
    const onSite = (await viewpoint.explain('site', [siteId])).get(siteId);
    const roles = await viewpoint.explain(
      'space',
      spaces.map(({ space }) => space.space.id),
    );
    const known = [...roles.values(), ...(onSite ? [onSite] : [])];
    const names = await this.origins.namesOf(
      actor,
      organizationId,
      known.map(({ origin }) => origin),
    );
    await this.viewpoints.note(organizationId, viewpoint.member, { of: 'site', id: siteId });
    const why = onSite && reasonOf(onSite, { type: 'site', id: siteId }, names);
    const rows = spaces.map(({ space: { space } }) => {
      const { id, title } = space;
      const found = roles.get(id);
      if (!found) return { id, title, why: 'They do not get in' };
      return { id, title, role: found.role, why: reasonOf(found, { type: 'space', id }, names) };
    });
    return this.shell.show(request, this.page(viewpoint, row, { role: onSite?.role, why }, rows));
  }

  private page(
    { member: { user, userId } }: Viewpoint,
    row: SiteRow,
    own: { role?: string; why?: string },
    rows: readonly SpaceOfSite[],
  ) {
    const base = this.config.basePath;
    const { organizationId, title } = row.site;
    const urls = peopleUrls(base, organizationId);
    const name = user.displayName;
    return shownPage(
      {
        title: `${title}, as ${name} sees it`,
        organizationId,
        breadcrumbs: [
          { href: urls.root, title: 'People' },
          { href: urls.member(userId), title: name },
          { href: `${urls.seenBy(userId)}/sites`, title: 'Sites' },
        ],
      },
      <>
        <SeenNote
          name={name}
          back={{
            href: sharePath(base, { organizationId, type: 'site', id: row.site.id }),
            title: 'Stop, and show who works on it',
          }}
        />
        <p>
          {own.role === undefined ? (
            <>
              For <bdi>{name}</bdi> there is no such site in the app.
            </>
          ) : (
            <>
              <bdi>{name}</bdi> has the role “{own.role}” on the site in the app: {own.why}.
            </>
          )}
        </p>
        <Audience row={row} href={row.site.published ? this.address.of(row.location) : null} />
        <SpacesOfSite base={base} organizationId={organizationId} userId={userId} rows={rows} />
      </>,
    );
  }
}

/** Says who reads the published site, which roles do not decide. */
function Audience({ row: { site }, href }: { row: SiteRow; href: string | null }) {
  if (href === null) return <p>The site is not published: nobody reads it outside of the app.</p>;
  return (
    <p>
      {AUDIENCES[site.visibility].published} {site.adaptiveContent && 'Which pages, their claims decide. '}
      <a href={href}>Open the site</a>
    </p>
  );
}

function SpacesOfSite({
  base,
  organizationId,
  userId,
  rows,
}: {
  base: string;
  organizationId: string;
  userId: string;
  rows: readonly SpaceOfSite[];
}) {
  if (rows.length === 0)
    return (
      <Empty>
        <p>The site shows no space yet. Add one under Structure.</p>
      </Empty>
    );
  return (
    <MemberTable title="Spaces of the site in the app" columns={['Space', 'As', 'Why']}>
      {rows.map(({ id, title, role = 'none', why }) => (
        <tr>
          <th scope="row">
            <a href={seenPath(base, organizationId, userId, { type: 'space', id })} dir="auto">
              {title}
            </a>
          </th>
          <td>{role}</td>
          <td dir="auto">{why}</td>
        </tr>
      ))}
    </MemberTable>
  );
}
