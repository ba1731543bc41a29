import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import {
  isOidcTested,
  OidcClient,
  OidcProviders,
  type OidcProviderView,
  OidcUrls,
  presentOidcProvider,
  UpdateOidcProviderBody,
} from '#modules/oidc/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SsoReliance } from '#modules/saml/index.js';
import { Teams } from '#modules/teams/index.js';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import { readMemberRole } from '../people/role-choices.js';
import { kindOf } from './kinds.js';
import { oidcProviderPage } from './oidc-provider-page.js';
import type { ProviderState } from './provider-parts.js';
import { signInUrls } from './sign-in-urls.js';

/** The choice offers no more teams. */
const MOST_TEAMS = 200;

/** `/app/o/{organization}/settings/sign-in/oidc/{provider}`: an administrator sets a provider up, tests it, and switches it on. */
@Injectable()
export class OidcProviderPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly urls: Urls,
    private readonly oidcUrls: OidcUrls,
    private readonly providers: OidcProviders,
    private readonly client: OidcClient,
    private readonly reliance: SsoReliance,
    private readonly teams: Teams,
  ) {}

  /** @throws NotFound for strangers and unknown providers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/sign-in/oidc/:provider', {
    forms: true,
    scopes: ['organization:read', 'teams:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationOIDCProvider', 'deleteOrganizationOIDCProvider'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '', provider: providerId = '' } = params;
    const view = await this.providers.get(actor, id, providerId);
    const kind = kindOf(view.provider, query.get('kind'));
    const here = `${signInUrls(this.config.basePath, id).oidc(providerId)}?kind=${kind.name}`;
    return answerForms(request, message, {
      here,
      actions: this.actions(request, view),
      show: (state) => this.show(request, here, state),
    });
  }

  private actions({ actor }: MemberRequest, { provider }: OidcProviderView): Record<string, FormAction> {
    const { id, organizationId } = provider;
    return {
      save: {
        done: 'The settings are saved.',
        run: async (form) => {
          const secret = form.get('clientSecret') ?? '';
          const body = await validBody(UpdateOidcProviderBody, {
            ...Object.fromEntries(['label', 'issuer', 'clientID'].map((name) => [name, textOf(form, name)])),
            ...(secret === '' ? {} : { clientSecret: secret.trim() }),
            defaultRole: readMemberRole(form),
            defaultTeam: textOf(form, 'team') || null,
          });
          // A mistyped issuer is told here, and not by people who cannot sign in.
          if (provider.kind === 'oidc') await this.client.discover(body.issuer ?? '');
          await this.providers.update(actor, organizationId, id, body, { untilTested: true });
        },
      },
      'switch-on': {
        done: 'The provider is on: it is offered on the sign-in page from now on.',
        run: () => this.providers.switchOn(actor, organizationId, id),
      },
      'switch-off': {
        done: 'The provider is off. Sessions of single sign-on have ended.',
        run: async () => void (await this.providers.update(actor, organizationId, id, { enabled: false })),
      },
      delete: {
        done: '',
        run: async () => {
          await this.providers.delete(actor, organizationId, id);
          return `${signInUrls(this.config.basePath, organizationId).root}?deleted`;
        },
      },
    };
  }

  private async show(request: MemberRequest, here: string, state: FormState): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '', provider: providerId = '' } = params;
    const view = await this.providers.get(actor, id, providerId);
    const page = oidcProviderPage(this.config.basePath, {
      ...{ organizationId: id, here, state },
      provider: presentOidcProvider(view, this.urls, this.oidcUrls),
      kind: kindOf(view.provider, query.get('kind')),
      progress: progressOf(view),
      testUrl: this.oidcUrls.test(providerId),
      teams: (await this.teams.listTeams(actor, id, {}, { limit: MOST_TEAMS })).items,
      reliance: await this.reliance.describe(actor, id, providerId),
    });
    return this.shell.show(request, page, state.status);
  }
}

/** The progress of a provider of OpenID Connect. */
export function progressOf({ provider }: OidcProviderView): ProviderState {
  return {
    isComplete: provider.issuer !== '' && provider.clientId !== '',
    isTested: isOidcTested(provider),
    testedAt: provider.testedAt,
    isOn: provider.status === 'active',
  };
}
