import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { OwnWaysIn, Passkeys, Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { answerForms, type FormAction, type FormState, textOf } from '../form-actions.js';
import { hasScopes, type MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { waysInPage } from './ways-in-page.js';

/** A password has at most 1,000 bytes, which a form may escape; there are two, or the answer of a passkey. */
const FORM_LIMIT = 16 * 1024;

/** `/app/profile/sign-in`: a member's password and passkeys. */
@Injectable()
export class WaysInPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly ways: OwnWaysIn,
    private readonly passkeys: Passkeys,
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  /** @throws Forbidden for a form of another site, or a token without the scope. */
  @AppRoute('/profile/sign-in', { forms: true, scopes: ['user:read'], formScopes: ['user:write'] })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return answerForms(request, message, {
      here: `${this.config.basePath}/app/profile/sign-in`,
      limit: FORM_LIMIT,
      actions: this.actions(request),
      show: (state) => this.show(request, state),
    });
  }

  private actions({ actor }: MemberRequest): Record<string, FormAction> {
    return {
      'set-password': {
        // Spaces at the ends of a password are part of it.
        run: async (form) =>
          this.ways.setPassword(actor, {
            present: form.get('present') ?? '',
            password: form.get('password') ?? '',
            words: await this.organizationNames(actor),
          }),
        done: 'Your password is set. Your other sessions have ended.',
      },
      'remove-password': {
        run: () => this.ways.removePassword(actor),
        done: 'Your password is removed.',
      },
      'add-passkey': {
        run: (form) =>
          this.ways.addPasskey(actor, { name: textOf(form, 'name'), response: form.get('response') ?? '' }),
        done: 'The passkey is added. You can sign in with it from now on.',
      },
      'remove-passkey': {
        run: (form) => this.ways.removePasskey(actor, textOf(form, 'passkey')),
        done: 'The passkey is removed. Delete it in your device or password manager too.',
      },
    };
  }

  private async show(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const ways = await this.ways.read(actor);
    const mayAdd = ways.refusal === null && this.passkeys.isOffered;
    const page = waysInPage(this.config.basePath, {
      ...state,
      ways,
      email: (await this.users.getUser(actor.userId)).email,
      origin: new URL(this.config.publicUrl).origin,
      passkeyOptions: mayAdd ? await this.passkeys.registrationOptions(actor.userId) : null,
    });
    return this.shell.show(request, page, state.status);
  }

  /** People who guess a password try them first. */
  private async organizationNames(actor: MemberRequest['actor']): Promise<string[]> {
    if (!hasScopes(actor, ['organization:read'])) return [];
    const { items } = await this.organizations.listOrganizations(actor, { limit: 20 });
    return items.map(({ organization }) => organization.title);
  }
}
