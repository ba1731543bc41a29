import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Invitations, InviteUsersBody } from '#modules/invites/index.js';
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
import { Organizations, requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { readEmails } from './form-emails.js';
import { endOfDay } from './form-times.js';
import { invitationList } from './invitation-list.js';
import { peopleUrls } from './people-urls.js';
import { readMemberRole } from './role-choices.js';

const MOST = 100;
/** A hundred addresses at their longest. */
const FORM_LIMIT = 64 * 1024;

/** `/app/o/{organization}/people/invitations`: administrators invite people by mail, and renew or revoke invitations. */
@Injectable()
export class InvitationPages {
  private readonly hasMail: boolean;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly invitations: Invitations,
  ) {
    this.hasMail = config.smtpUrl !== undefined;
  }

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/invitations', {
    forms: true,
    scopes: ['organization:read', 'members:read'],
    formScopes: ['members:write'],
    operations: [
      'inviteUsersToOrganization',
      'resendInvitationInOrganization',
      'revokeInvitationInOrganization',
    ],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    requireOrganizationAdmin(request.actor, id);
    return answerForms(request, message, {
      here: peopleUrls(this.config.basePath, id).invitations,
      limit: FORM_LIMIT,
      actions: this.actions(request, id),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string): Record<string, FormAction> {
    const handOver = 'Copy the address beside each invitation and hand it over: whoever has it can join.';
    return {
      invite: {
        done: this.hasMail ? 'Everybody else has an invitation.' : `They are invited. ${handOver}`,
        run: async (form) => {
          const { expiresAt, ...input } = await readInvitations(form);
          const until = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) };
          await this.invitations.invite(actor, id, { ...input, ...until });
        },
      },
      resend: {
        done: this.hasMail
          ? 'The invitation is sent again, with two more weeks to accept.'
          : `The invitation has two more weeks, and another address. ${handOver}`,
        run: async (form) => void (await this.invitations.resend(actor, id, textOf(form, 'invitation'))),
      },
      revoke: {
        done: 'The invitation is revoked.',
        run: (form) => this.invitations.revoke(actor, id, textOf(form, 'invitation')),
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const page = { limit: MOST, page: request.query.get('page') ?? undefined };
    const { items, next } = await this.invitations.list(request.actor, id, page);
    const view = {
      organization: await this.organizations.getOrganization(id),
      hasMail: this.hasMail,
      now: this.clock.now(),
      invitations: items,
      more: next?.page ?? null,
      state,
    };
    return this.shell.show(request, invitationList(this.config.basePath, view), state.status);
  }
}

/** The body of the operation that invites people. @throws BadRequest naming the address or the field that is wrong */
async function readInvitations(form: URLSearchParams): Promise<InviteUsersBody> {
  const emails = readEmails(form);
  const expiresAt = endOfDay(form, 'until', 'Last day to accept');
  return validBody(InviteUsersBody, {
    emails,
    role: readMemberRole(form),
    sso: form.has('sso'),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
}
