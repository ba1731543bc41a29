import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { NotFound } from '#platform/http/errors.js';
import { reasonOf, RoleOrigins } from '../share/role-origins.js';
import { seenList, SEEN_KINDS } from './seen-lists.js';
import { Viewpoints } from './viewpoints.js';

const MOST = 50;

/** `/app/o/{organization}/people/members/{user}/sees`: what a member gets to, as what and why, for administrators. */
@Injectable()
export class SeenListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly viewpoints: Viewpoints,
    private readonly origins: RoleOrigins,
  ) {}

  /** @throws NotFound for strangers and users who are no members, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/members/:member/sees{/:kind}', {
    scopes: [
      'organization:read',
      'members:read',
      'space:metadata:read',
      'collection:read',
      'site:metadata:read',
    ],
  })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '', member: userId = '', kind = '' } = params;
    const viewpoint = await this.viewpoints.of(actor, organizationId, userId);
    const known = Object.hasOwn(SEEN_KINDS, kind) ? SEEN_KINDS[kind] : undefined;
    if (!known) throw new NotFound('page');
    const { type } = known;
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await viewpoint.list(type, page);
    const roles = await viewpoint.explain(
      type,
      items.map(({ id }) => id),
    );
    const origins = [...roles.values()].map(({ origin }) => origin);
    const names = await this.origins.namesOf(actor, organizationId, origins);
    await this.viewpoints.note(organizationId, viewpoint.member, { of: `${type}s` });
    const view = {
      organizationId,
      member: viewpoint.member,
      kind,
      items: items.flatMap(({ id, title }) => {
        const found = roles.get(id);
        // Somebody took the role away between the two statements.
        if (!found) return [];
        return [{ id, title, role: found.role, why: reasonOf(found, { type, id }, names) }];
      }),
      more: next?.page ?? null,
    };
    return this.shell.show(request, seenList(this.config.basePath, view));
  }
}
