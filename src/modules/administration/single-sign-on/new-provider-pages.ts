import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { CreateOidcProviderBody, OidcProviders } from '#modules/oidc/index.js';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateSamlProviderBody, SamlProviders } from '#modules/saml/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { KINDS } from './kinds.js';
import { newProviderPage } from './new-provider-page.js';
import { signInUrls } from './sign-in-urls.js';

/** `/app/o/{organization}/settings/sign-in/new`: an administrator chooses an identity provider, which is switched off until it is tested. */
@Injectable()
export class NewProviderPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly oidc: OidcProviders,
    private readonly saml: SamlProviders,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/sign-in/new', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['createOrganizationOIDCProvider', 'createOrganizationSAMLProvider'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const base = this.config.basePath;
    return answerForms(request, message, {
      here: signInUrls(base, id).add,
      actions: { add: { done: '', run: (form) => this.add(actor, id, form) } },
      show: (state) => this.shell.show(request, newProviderPage(base, id, state), state.status),
    });
  }

  private async add(actor: Actor, id: string, form: URLSearchParams): Promise<string> {
    const kind = KINDS.find(({ name }) => name === form.get('kind'));
    if (!kind) throw new BadRequest('Identity provider: choose one of the list.');
    const urls = signInUrls(this.config.basePath, id);
    const given = { label: textOf(form, 'label'), enabled: false };
    if (kind.protocol === 'saml') {
      const body = await validBody(CreateSamlProviderBody, given);
      return urls.saml((await this.saml.create(actor, id, body)).provider.id);
    }
    const issuer = kind.issuer.fixed === undefined ? {} : { issuer: kind.issuer.fixed };
    const body = await validBody(CreateOidcProviderBody, { ...given, kind: kind.protocol, ...issuer });
    const { provider } = await this.oidc.create(actor, id, body);
    return `${urls.oidc(provider.id)}?kind=${kind.name}`;
  }
}
