import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { answerForms, AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import { OidcProviders, OidcUrls } from '#modules/oidc/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SamlProviders, ServiceUrls, SsoTests } from '#modules/saml/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { progressOf } from './oidc-provider-pages.js';
import { samlProgressOf } from './saml-provider-pages.js';
import { signInUrls } from './sign-in-urls.js';
import { testOutcomePage } from './test-outcome-page.js';

/** `/app/o/{organization}/settings/sign-in/tests/{test}`: the administrator who made a test sees its outcome, in the same session. */
@Injectable()
export class TestOutcomePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly tests: SsoTests,
    private readonly oidc: OidcProviders,
    private readonly oidcUrls: OidcUrls,
    private readonly saml: SamlProviders,
    private readonly samlUrls: ServiceUrls,
  ) {}

  /** @throws NotFound for everybody but the administrator who made the test, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/sign-in/tests/:test', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationOIDCProvider', 'updateOrganizationSAMLProvider'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '', test = '' } = params;
    const outcome = await this.tests.read(actor, id, test);
    const { providerId, protocol } = outcome;
    const base = this.config.basePath;
    const urls = signInUrls(base, id);
    const href = urls[protocol](providerId);
    const here = `${urls.root}/tests/${encodeURIComponent(test)}`;
    const switchOn = async () => {
      await this[protocol].switchOn(actor, id, providerId);
      return `${href}?done=switch-on`;
    };
    return answerForms(request, message, {
      here,
      actions: { 'switch-on': { done: '', run: switchOn } },
      show: async (state) => {
        const found = await this.providerOf(actor, id, outcome);
        const provider = { ...found.provider, href };
        const page = testOutcomePage(base, { organizationId: id, here, outcome, ...found, provider, state });
        return this.shell.show(request, page, state.status);
      },
    });
  }

  private async providerOf(
    actor: Actor,
    organizationId: string,
    { providerId, protocol }: { providerId: string; protocol: 'oidc' | 'saml' },
  ) {
    if (protocol === 'oidc') {
      const view = await this.oidc.get(actor, organizationId, providerId);
      const { label, defaultRole } = view.provider;
      return {
        provider: { label, defaultRole },
        progress: progressOf(view),
        testUrl: this.oidcUrls.test(providerId),
      };
    }
    const view = await this.saml.get(actor, organizationId, providerId);
    const { label, defaultRole } = view.provider;
    return {
      provider: { label, defaultRole },
      progress: samlProgressOf(view),
      testUrl: this.samlUrls.test(providerId),
    };
  }
}
