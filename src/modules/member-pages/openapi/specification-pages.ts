import { Injectable } from '@nestjs/common';
import { OpenApiSpecs, OpenApiVersions, presentSpec } from '#modules/openapi/index.js';
import { Organizations } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { specificationList } from './specification-list.js';
import { specificationPage } from './specification-page.js';

const MOST = 50;

/** `/app/o/{organization}/openapi`: the OpenAPI specifications of an organization, and one below it with its versions. */
@Injectable()
export class SpecificationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly specs: OpenApiSpecs,
    private readonly versions: OpenApiVersions,
    private readonly urls: Urls,
  ) {}

  /** @throws NotFound for strangers and guests, Forbidden for a token without the scope, BadRequest for a cursor that is not ours. */
  @AppRoute('/o/:organization/openapi{/:slug}', { scopes: ['organization:read', 'openapi:read'] })
  async answer(member: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = member;
    const { organization: organizationId = '', slug } = params;
    const request = { limit: MOST, page: query.get('page') ?? undefined };
    if (slug === undefined) {
      const { items, next } = await this.specs.list(actor, organizationId, request);
      const organization = await this.organizations.getOrganization(organizationId);
      const specs = items.map(({ spec }) => spec);
      return this.shell.show(
        member,
        specificationList(this.config.basePath, { organization, specs, more: next?.page ?? null }),
      );
    }
    const view = await this.specs.requireSpec(actor, organizationId, slug, 'view');
    const { items, next } = await this.versions.list(actor, organizationId, slug, request);
    const page = specificationPage(this.config.basePath, {
      spec: view.spec,
      published: presentSpec(view, this.urls).urls.published ?? null,
      versions: items.map(({ version }) => version),
      more: next?.page ?? null,
    });
    return this.shell.show(member, page);
  }
}
