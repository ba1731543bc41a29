import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import { Links } from '../lists/links.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { IntegrationForms } from './integration-forms.js';
import { integrationList } from './integration-list.js';
import { integrationPage } from './integration-page.js';
import { IntegrationViews } from './integration-views.js';

/** Scopes that all of these pages need. */
const SCOPES = ['organization:read', 'integration:read'] as const;

/** `/app/o/{organization}/integrations`, one below it, and `/app/integrations/{name}`, which leads there. */
@Injectable()
export class IntegrationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly views: IntegrationViews,
    private readonly forms: IntegrationForms,
  ) {}

  /** @throws NotFound, Forbidden; also for a form of another site or a token without the scope. */
  @AppRoute('/o/:organization/integrations', { scopes: SCOPES })
  async list(request: MemberRequest): Promise<SiteAnswer> {
    const {
      actor,
      params: { organization = '' },
      query,
    } = request;
    const search = (query.get('search') ?? '').trim().slice(0, 100);
    const view = await this.views.list(actor, organization, search, query.get('page') ?? undefined);
    return this.shell.show(request, integrationList(this.config.basePath, view));
  }

  /** An integration in an organization. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/integrations/:name', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['integration:write'],
    operations: [
      'installIntegration',
      'updateIntegrationInstallation',
      'uninstallIntegration',
      'installIntegrationOnSite',
      'updateIntegrationSiteInstallation',
      'uninstallIntegrationFromSite',
      'installIntegrationOnSpace',
      'updateIntegrationSpaceInstallation',
      'uninstallIntegrationFromSpace',
      'redeliverIntegrationEvent',
      'createWebhookSecret',
      'deleteWebhookSecret',
    ],
  })
  async one(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: second = '', name = '' } = params;
    if (message.method !== 'POST')
      return this.shell.show(
        request,
        integrationPage(this.config.basePath, await this.views.one(actor, second, name)),
      );
    const form = await readOwnForm(message);
    try {
      const made = await this.forms.submit(actor, second, name, form);
      if (made) {
        const view = { ...(await this.views.one(actor, second, name)), made };
        return await this.shell.show(request, integrationPage(this.config.basePath, view));
      }
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      const view = { ...(await this.views.one(actor, second, name)), problem: error.message };
      return this.shell.show(request, integrationPage(this.config.basePath, view), error.status);
    }
    const location = `${this.config.basePath}/app/o/${encodeURIComponent(second)}/integrations/${encodeURIComponent(name)}`;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  /** The organizations in which a member can look at an integration, for addresses that name none. */
  @AppRoute('/integrations/:name{/*rest}', { scopes: SCOPES })
  async whereToLook(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { name = '' } = params;
    const { title, organizations } = await this.views.whereToLook(actor, name);
    const links = organizations.map(([id, words]) => ({
      href: `${this.config.basePath}/app/o/${encodeURIComponent(id)}/integrations/${encodeURIComponent(name)}`,
      title: words,
    }));
    return this.shell.page(request, { title }, <Links title="Look at it in" links={links} />);
  }
}
