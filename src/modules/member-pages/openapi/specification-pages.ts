import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { OpenApiSpecs, OpenApiVersions, presentSpec } from '#modules/openapi/index.js';
import { Organizations, organizationVerdict } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { type FormState, seeOther } from '../form-actions.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { noticeOf, SpecificationForms } from './specification-forms.js';
import { specificationList } from './specification-list.js';
import { specificationPage } from './specification-page.js';
import { SpecificationUses } from './specification-uses.js';

const MOST = 50;
const SCOPES = ['organization:read', 'openapi:read'] as const;

/** `/app/o/{organization}/openapi`: the OpenAPI specifications of an organization, and one below it with its versions. */
@Injectable()
export class SpecificationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly specs: OpenApiSpecs,
    private readonly versions: OpenApiVersions,
    private readonly forms: SpecificationForms,
    private readonly uses: SpecificationUses,
    private readonly urls: Urls,
  ) {}

  /** @throws NotFound for strangers and guests, Forbidden for a token without the scope, BadRequest for a cursor that is not ours. */
  @AppRoute('/o/:organization/openapi', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['openapi:write'],
    operations: ['createOpenAPISpec'],
  })
  list(member: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = member;
    const { organization = '' } = params;
    return this.showOrSend(
      member,
      message,
      (state) => this.listPage(member, state),
      async (sent) => {
        const slug = await this.forms.create(actor, organization, sent);
        return `${this.root(organization)}/${encodeURIComponent(slug)}?done=create`;
      },
    );
  }

  /** @throws as `list`, and NotFound for a slug that the organization has not */
  @AppRoute('/o/:organization/openapi/:slug', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['openapi:write'],
    operations: ['createOrUpdateOpenAPISpecBySlug', 'updateOpenAPISpecBySlug', 'deleteOpenAPISpecBySlug'],
  })
  one(member: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = member;
    const { organization = '', slug = '' } = params;
    return this.showOrSend(
      member,
      message,
      (state) => this.onePage(member, state),
      async (sent) => {
        await this.forms.change(actor, organization, slug, sent);
        const done = sent.form.get('do') ?? '';
        const root = this.root(organization);
        return `${done === 'delete' ? root : `${root}/${encodeURIComponent(slug)}`}?done=${done}`;
      },
    );
  }

  /** Shows a page, or carries out its form, which may have a file, and leads on. */
  private async showOrSend(
    { query }: MemberRequest,
    message: IncomingMessage,
    show: (state: FormState) => Promise<SiteAnswer>,
    send: (sent: Awaited<ReturnType<SpecificationForms['read']>>) => Promise<string>,
  ): Promise<SiteAnswer> {
    if (message.method !== 'POST') return show(noticeOf(query));
    let typed: URLSearchParams | undefined;
    try {
      const sent = await this.forms.read(message);
      typed = sent.form;
      return seeOther(await send(sent));
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status, typed });
    }
  }

  private async listPage(member: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params, query } = member;
    const { organization: id = '' } = params;
    const request = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await this.specs.list(actor, id, request);
    const organization = await this.organizations.getOrganization(id);
    const view = {
      organization,
      specs: items.map(({ spec }) => spec),
      more: next?.page ?? null,
      canEdit: organizationVerdict(actor.memberships.get(id), 'createContent').allowed,
      state,
    };
    return this.shell.show(member, specificationList(this.config.basePath, view), state.status);
  }

  private async onePage(member: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params, query } = member;
    const { organization: id = '', slug = '' } = params;
    const request = { limit: MOST, page: query.get('page') ?? undefined };
    const found = await this.specs.requireSpec(actor, id, slug, 'view');
    const { items, next } = await this.versions.list(actor, id, slug, request);
    const view = {
      spec: found.spec,
      canEdit: found.permissions.edit,
      published: presentSpec(found, this.urls).urls.published ?? null,
      versions: items.map(({ version }) => version),
      more: next?.page ?? null,
      uses: await this.uses.of(actor, id, slug),
      state,
    };
    return this.shell.show(member, specificationPage(this.config.basePath, view), state.status);
  }

  private root(organizationId: string): string {
    return `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/openapi`;
  }
}
