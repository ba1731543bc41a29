import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateScimTokenBody, ScimTokens } from '#modules/scim/index.js';
import { Config } from '#platform/config/env.js';
import { Urls } from '#platform/http/urls.js';
import { readMemberRole } from '../../people/role-choices.js';
import { settingsPath } from '../settings-frame.js';
import { provisioningPage } from './provisioning-page.js';

/** More than an organization may have. */
const MOST = 50;

/** `/app/o/{organization}/settings/provisioning`: administrators make and revoke tokens with which identity providers speak SCIM. */
@Injectable()
export class ProvisioningPages {
  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
    private readonly shell: MemberShell,
    private readonly tokens: ScimTokens,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/provisioning', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['createOrganizationSCIMToken', 'revokeOrganizationSCIMToken'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const made: { token?: string } = {};
    const answer = await answerForms(request, message, {
      here: settingsPath(this.config.basePath, id, 'provisioning'),
      actions: {
        create: {
          run: async (form) => {
            const input = { label: textOf(form, 'label'), defaultRole: readMemberRole(form) };
            const { label } = await validBody(CreateScimTokenBody, input);
            made.token = (await this.tokens.create(actor, id, { ...input, label })).token;
          },
          done: '',
        },
        revoke: {
          run: (form) => this.tokens.revoke(actor, id, textOf(form, 'token')),
          done: 'The token is revoked: it opens nothing any more.',
        },
      },
      show: (state) => this.page(request, id, state),
    });
    // The token is shown once, on the answer itself: no address holds it.
    return made.token === undefined ? answer : this.page(request, id, {}, made.token);
  }

  private async page(
    request: MemberRequest,
    organizationId: string,
    state: FormState,
    token?: string,
  ): Promise<SiteAnswer> {
    const { items } = await this.tokens.list(request.actor, organizationId, { limit: MOST });
    const view = { organizationId, tokens: items, address: this.urls.at('scim', 'v2'), state, token };
    return this.shell.show(request, provisioningPage(this.config.basePath, view), state.status);
  }
}
