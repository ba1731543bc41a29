import { Injectable } from '@nestjs/common';
import { OpenApiSpecs, OpenApiVersions, presentSpec } from '#modules/openapi/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { specificationList } from './specification-list.js';
import { specificationPage } from './specification-page.js';

const MOST = 50;

/** `/app/o/{organization}/openapi`: the OpenAPI specifications of an organization, and one below it with its versions. */
@Injectable()
export class SpecificationPages {
  private readonly base: string;

  constructor(
    config: Config,
    private readonly organizations: Organizations,
    private readonly specs: OpenApiSpecs,
    private readonly versions: OpenApiVersions,
    private readonly urls: Urls,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** @throws NotFound for strangers and guests, Forbidden for a token without the scope, BadRequest for a cursor that is not ours. */
  async answer({ actor, segments, query }: MemberRequest): Promise<SiteAnswer> {
    requireScopes(actor, ['organization:read', 'openapi:read']);
    const [, organizationId = '', , slug] = segments;
    const request = { limit: MOST, page: query.get('page') ?? undefined };
    if (slug === undefined) {
      const { items, next } = await this.specs.list(actor, organizationId, request);
      const organization = await this.organizations.getOrganization(organizationId);
      const specs = items.map(({ spec }) => spec);
      return html(200, specificationList(this.base, { organization, specs, more: next?.page ?? null }));
    }
    const view = await this.specs.requireSpec(actor, organizationId, slug, 'view');
    const { items, next } = await this.versions.list(actor, organizationId, slug, request);
    const page = specificationPage(this.base, {
      spec: view.spec,
      published: presentSpec(view, this.urls).urls.published ?? null,
      versions: items.map(({ version }) => version),
      more: next?.page ?? null,
    });
    return html(200, page);
  }
}
