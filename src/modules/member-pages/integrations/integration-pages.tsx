import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { readOwnForm } from '../forms.js';
import { Links } from '../lists/links.js';
import { memberPage } from '../member-page.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { IntegrationForms } from './integration-forms.js';
import { integrationList } from './integration-list.js';
import { integrationPage } from './integration-page.js';
import { IntegrationViews } from './integration-views.js';

/** `/app/o/{organization}/integrations`, one below it, and `/app/integrations/{name}`, which leads there. */
@Injectable()
export class IntegrationPages {
  private readonly base: string;

  constructor(
    config: Config,
    private readonly views: IntegrationViews,
    private readonly forms: IntegrationForms,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** @throws NotFound, Forbidden; also for a form of another site or a token without the scope. */
  async answer({ actor, segments, query }: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    requireScopes(actor, ['organization:read', 'integration:read']);
    const [first, second = '', , name] = segments;
    if (first === 'integrations') return this.whereToLook({ actor, segments, query }, second);
    if (name === undefined) {
      const search = (query.get('search') ?? '').trim().slice(0, 100);
      const view = await this.views.list(actor, second, search, query.get('page') ?? undefined);
      return html(200, integrationList(this.base, view));
    }
    if (message.method !== 'POST')
      return html(200, integrationPage(this.base, await this.views.one(actor, second, name)));
    requireScopes(actor, ['integration:write']);
    currentContext().actor = actor.userId;
    const form = await readOwnForm(message);
    try {
      await this.forms.submit(actor, second, name, form);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      const view = { ...(await this.views.one(actor, second, name)), problem: error.message };
      return html(error.status, integrationPage(this.base, view));
    }
    const location = `${this.base}/app/o/${encodeURIComponent(second)}/integrations/${encodeURIComponent(name)}`;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  /** An integration is looked at in an organization. */
  private async whereToLook({ actor }: MemberRequest, name: string): Promise<SiteAnswer> {
    const { title, organizations } = await this.views.whereToLook(actor, name);
    const links = organizations.map(([id, words]) => ({
      href: `${this.base}/app/o/${encodeURIComponent(id)}/integrations/${encodeURIComponent(name)}`,
      title: words,
    }));
    return html(200, memberPage(this.base, title, <Links title="Look at it in" links={links} />));
  }
}
