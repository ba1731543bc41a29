import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasFormFiles,
  type MemberRequest,
  MemberShell,
  readOwnFiles,
  seeOther,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  isSamlTested,
  presentSamlProvider,
  SamlMetadata,
  SamlProviders,
  type SamlProviderView,
  ServiceUrls,
  SsoReliance,
  UpdateSamlProviderBody,
} from '#modules/saml/index.js';
import { Teams } from '#modules/teams/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { readMemberRole } from '../people/role-choices.js';
import type { ProviderState } from './provider-parts.js';
import { samlProviderPage } from './saml-provider-page.js';
import { signInUrls } from './sign-in-urls.js';

/** The choice offers no more teams. */
const MOST_TEAMS = 200;
/** Metadata of 256 KB, of which a form escapes most characters. */
const FORM_LIMIT = 1024 * 1024;

/** `/app/o/{organization}/settings/sign-in/saml/{provider}`: an administrator sets a SAML provider up, tests it, and switches it on. */
@Injectable()
export class SamlProviderPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly urls: Urls,
    private readonly service: ServiceUrls,
    private readonly providers: SamlProviders,
    private readonly metadata: SamlMetadata,
    private readonly reliance: SsoReliance,
    private readonly teams: Teams,
  ) {}

  /** @throws NotFound for strangers and unknown providers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/sign-in/saml/:provider', {
    forms: true,
    scopes: ['organization:read', 'teams:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationSAMLProvider', 'deleteOrganizationSAMLProvider'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '', provider: providerId = '' } = params;
    await this.providers.get(actor, id, providerId);
    const here = signInUrls(this.config.basePath, id).saml(providerId);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(request, message, here);
    return answerForms(request, message, {
      here,
      actions: this.actions(request),
      limit: FORM_LIMIT,
      show: (state) => this.show(request, here, state),
    });
  }

  private actions(request: MemberRequest): Record<string, FormAction> {
    const { actor, params } = request;
    const { organization: id = '', provider: providerId = '' } = params;
    return {
      save: {
        done: 'The settings are saved.',
        run: async (form) => {
          const given = ['entityID', 'ssoURL', 'certificate'].map((name) => [name, textOf(form, name)]);
          await this.update(request, {
            label: textOf(form, 'label'),
            // Fields that were left empty change nothing.
            ...Object.fromEntries(given.filter(([, value]) => value !== '')),
            defaultRole: readMemberRole(form),
            defaultTeam: textOf(form, 'team') || null,
            idpInitiated: form.has('idpInitiated'),
          });
        },
      },
      metadata: {
        done: TAKEN,
        run: (form) => this.takeMetadata(request, textOf(form, 'address'), form.get('xml') ?? ''),
      },
      upload: { done: TAKEN, run: () => this.takeMetadata(request, '', '') },
      'switch-on': {
        done: 'The provider is on: it is offered on the sign-in page from now on.',
        run: () => this.providers.switchOn(actor, id, providerId),
      },
      'switch-off': {
        done: 'The provider is off. Sessions of single sign-on have ended.',
        run: async () => void (await this.providers.update(actor, id, providerId, { enabled: false })),
      },
      delete: {
        done: '',
        run: async () => {
          await this.providers.delete(actor, id, providerId);
          return `${signInUrls(this.config.basePath, id).root}?deleted`;
        },
      },
    };
  }

  private async takeMetadata(request: MemberRequest, address: string, xml: string): Promise<void> {
    if (address === '' && xml.trim() === '')
      throw new BadRequest('Metadata: give its address, paste the XML, or choose the file.');
    const found = address === '' ? this.metadata.read(xml) : await this.metadata.fetch(address);
    if (found.wantsSignedRequests)
      throw new BadRequest(
        'Metadata: the provider wants signed requests, which it does not get. Turn that off there.',
      );
    const { entityID, ssoURL, certificate } = found;
    await this.update(request, { entityID, ssoURL, certificate });
  }

  private async upload(request: MemberRequest, message: IncomingMessage, here: string): Promise<SiteAnswer> {
    try {
      const { received } = await readOwnFiles(message, ({ stream }) => this.metadata.readStream(stream), 1);
      await this.takeMetadata(request, '', received[0] ?? '');
      return seeOther(`${here}?done=upload`);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return this.show(request, here, { problem: error.message, status: error.status });
    }
  }

  private async update({ actor, params }: MemberRequest, given: object): Promise<void> {
    const { organization: id = '', provider: providerId = '' } = params;
    const body = await validBody(UpdateSamlProviderBody, given);
    await this.providers.update(actor, id, providerId, body, { untilTested: true });
  }

  private async show(request: MemberRequest, here: string, state: FormState): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '', provider: providerId = '' } = params;
    const view = await this.providers.get(actor, id, providerId);
    const page = samlProviderPage(this.config.basePath, {
      ...{ organizationId: id, here, state },
      provider: presentSamlProvider(view, this.urls, this.service),
      progress: samlProgressOf(view),
      testUrl: this.service.test(providerId),
      teams: (await this.teams.listTeams(actor, id, {}, { limit: MOST_TEAMS })).items,
      reliance: await this.reliance.describe(actor, id, providerId),
    });
    return this.shell.show(request, page, state.status);
  }
}

const TAKEN = 'The settings are taken from the metadata.';

/** The progress of a SAML provider. */
export function samlProgressOf({ provider }: SamlProviderView): ProviderState {
  const isComplete = provider.ssoUrl !== '' && provider.entityId !== '' && provider.certificate !== '';
  return {
    isComplete,
    isTested: isSamlTested(provider),
    testedAt: provider.testedAt,
    isOn: isComplete && provider.enabled,
  };
}
