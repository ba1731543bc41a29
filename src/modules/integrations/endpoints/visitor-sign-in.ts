import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type VisitorBackend, VisitorBackends } from '#modules/sites/index.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Integrations } from '../catalog/integrations.service.js';
import { effectiveScopesOf } from '../installations/installation-scopes.js';
import { Installations, type WorkingInstallation } from '../installations/installations.service.js';
import { ScriptEnvironments } from '../runtime/environment.js';
import { type ScriptRun } from '../runtime/scripts.js';
import { ScriptCalls } from '../runtime/script-calls.js';
import { workingTarget } from './working-target.js';

/** First segment of the addresses that visitors are sent to, to be signed in by an integration. */
export const VISITOR_SIGN_IN = '~visitor-sign-in';

/**
 * Integrations that sign in visitors: `fetch_visitor_authentication` of the contract. Visitors come back to the site with a
 * token that the script has signed with the secret of its installation on the site.
 */
@Injectable()
export class VisitorSignIn implements OnModuleInit {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly environments: ScriptEnvironments,
    private readonly calls: ScriptCalls,
    private readonly backends: VisitorBackends,
    private readonly urls: Urls,
  ) {}

  onModuleInit(): void {
    this.backends.register((organizationId, siteId) => this.find(organizationId, siteId));
  }

  /**
   * The script's answer to a visitor who wants to read the site, usually a redirect.
   * @param location requested path on the site.
   * @throws NotFound when the site has no integration that signs in visitors.
   */
  async request(organizationId: string, siteId: string, location: string | undefined): Promise<ScriptRun> {
    const working = await this.working(organizationId, siteId);
    if (!working) throw new NotFound('site');
    const { installation, integration } = working;
    const place = { installation, target: workingTarget(working, 'site', siteId) };
    const event = {
      type: 'fetch_visitor_authentication',
      installationId: installation.id,
      siteId,
      ...(location === undefined ? {} : { location }),
    };
    return this.calls.call(integration, place, event);
  }

  private async find(organizationId: string, siteId: string): Promise<VisitorBackend | null> {
    const working = await this.working(organizationId, siteId);
    if (!working) return null;
    const target = workingTarget(working, 'site', siteId);
    const { integration } = working;
    return {
      integration: integration.name,
      key: this.environments.siteSecret(integration, target),
      signInUrl: this.urls.at(VISITOR_SIGN_IN, organizationId, siteId),
    };
  }

  private async working(organizationId: string, siteId: string): Promise<WorkingInstallation | undefined> {
    const all = await this.installations.findWorking(organizationId, 'site', siteId);
    return all.find(
      ({ installation, integration }) =>
        effectiveScopesOf(installation, integration).includes('site:visitor:auth') &&
        this.integrations.scriptOf(integration) !== null,
    );
  }
}
