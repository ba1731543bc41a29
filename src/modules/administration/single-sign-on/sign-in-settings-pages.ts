import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import { OidcProviders, type OidcProviderView } from '#modules/oidc/index.js';
import {
  Members,
  OrganizationHooks,
  Organizations,
  requireOrganizationAdmin,
  UpdateOrganization,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { certificatesEnd, SamlProviders, type SamlProviderView } from '#modules/saml/index.js';
import { MailSignIn, Passkeys, PasswordSignIn } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { progressOf } from './oidc-provider-pages.js';
import { samlProgressOf } from './saml-provider-pages.js';
import { type ListedProvider, type OtherWay, signInPage } from './sign-in-page.js';
import { type SignInUrls, signInUrls } from './sign-in-urls.js';

/** An organization has no more of each kind. */
const MOST = 50;
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** `/app/o/{organization}/settings/sign-in`: an administrator sees how members sign in, and requires single sign-on. */
@Injectable()
export class SignInSettingsPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly hooks: OrganizationHooks,
    private readonly updating: UpdateOrganization,
    private readonly oidc: OidcProviders,
    private readonly saml: SamlProviders,
    private readonly passwords: PasswordSignIn,
    private readonly passkeys: Passkeys,
    private readonly mail: MailSignIn,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/sign-in', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    return answerForms(request, message, {
      here: signInUrls(this.config.basePath, id).root,
      actions: this.actions(request, id),
      show: (state) => this.show(request, id, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string): Record<string, FormAction> {
    return {
      require: {
        done: 'Single sign-on is required from now on.',
        run: async () => void (await this.updating.run(actor, id, { sso: true })),
      },
      release: {
        done: 'Single sign-on is not required any more.',
        run: async () => void (await this.updating.run(actor, id, { sso: false })),
      },
    };
  }

  private async show(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const urls = signInUrls(this.config.basePath, id);
    const oidc = await this.oidc.list(actor, id, { limit: MOST });
    const saml = await this.saml.list(actor, id, { limit: MOST });
    const notice = query.has('deleted') ? 'The identity provider is deleted.' : state.notice;
    const page = signInPage(this.config.basePath, {
      organization: await this.organizations.getOrganization(id),
      providers: [
        ...oidc.items.map((view) => listedOidc(view, urls)),
        ...saml.items.map((view) => listedSaml(view, urls)),
      ],
      ways: this.ways(),
      onlyMembers: await this.members.countSsoOnly(id, false),
      members: await this.members.countSsoOnly(id, true),
      mayRequire: await this.hooks.hasActiveIdentityProvider.some(id),
      state: { ...state, notice },
    });
    return this.shell.show(request, page, state.status);
  }

  private ways(): OtherWay[] {
    return [
      {
        title: 'Password',
        isOffered: this.passwords.isOffered,
        about: 'The setting PASSWORD_SIGN_IN of the installation.',
      },
      {
        title: 'Passkey',
        isOffered: this.passkeys.isOffered,
        about: 'An address of the installation with https and a name.',
      },
      {
        title: 'Link by mail',
        isOffered: this.mail.isOffered,
        about: 'The setting SMTP_URL of the installation.',
      },
      { title: 'Personal token', isOffered: true, about: 'People make tokens for themselves.' },
    ];
  }
}

function listedOidc(view: OidcProviderView, urls: SignInUrls): ListedProvider {
  const { id, label, kind, issuer } = view.provider;
  return {
    ...{ label, href: urls.oidc(id), host: hostOf(issuer), progress: progressOf(view), warning: null },
    protocol: kind === 'github' ? 'GitHub' : 'OpenID Connect',
  };
}

function listedSaml(view: SamlProviderView, urls: SignInUrls): ListedProvider {
  const { id, label, ssoUrl, certificate } = view.provider;
  const end = certificatesEnd(certificate, view.now);
  return {
    ...{ label, href: urls.saml(id), host: hostOf(ssoUrl), progress: samlProgressOf(view), protocol: 'SAML' },
    warning: end && `Its last certificate ${end > view.now ? 'ends' : 'ended'} on ${DAY.format(end)}.`,
  };
}

const hostOf = (address: string) => (address === '' ? null : new URL(address).host);
