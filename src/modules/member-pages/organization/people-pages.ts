import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Invitations } from '#modules/invites/index.js';
import { Members, Organizations, requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { type Actor, type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { GUEST, peoplePage } from './people-page.js';

const MOST = 100;

/** `/app/o/{organization}/people`: administrators see members and invitations, invite people, and change or end either. */
@Injectable()
export class PeoplePages {
  private readonly hasMail: boolean;

  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly invitations: Invitations,
  ) {
    this.hasMail = config.smtpUrl !== undefined;
  }

  /** @throws NotFound, Forbidden for others than administrators, and for a form of another site or a token without the scope. */
  @AppRoute('/o/:organization/people', {
    forms: true,
    scopes: ['organization:read', 'members:read'],
    formScopes: ['members:write'],
    operations: [
      'inviteUsersToOrganization',
      'resendInvitationInOrganization',
      'revokeInvitationInOrganization',
      'updateMemberInOrganizationById',
      'removeMemberFromOrganizationById',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const page = query.get('page') ?? undefined;
    if (message.method !== 'POST') return this.page(request, id, { page });
    const form = await readOwnForm(message);
    try {
      await this.change(actor, id, form);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      const problem = { text: error.message, typed: form.get('emails') ?? '' };
      return this.page(request, id, { problem }, error.status);
    }
    // Members who removed themselves cannot see this page any more.
    const left = form.get('remove') === actor.userId;
    const location = left
      ? `${this.config.basePath}/app`
      : `${this.config.basePath}/app/o/${encodeURIComponent(id)}/people`;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  /** The name of the button says what to do, its value to whom. */
  private async change(actor: Actor, id: string, form: URLSearchParams): Promise<void> {
    const [role, remove, resend, revoke] = ['role-of', 'remove', 'resend', 'revoke'].map((name) =>
      form.get(name),
    );
    if (role) await this.members.updateRole(actor, id, role, readRole(form));
    else if (remove) await this.members.removeMember(actor, id, remove);
    else if (resend) await this.invitations.resend(actor, id, resend);
    else if (revoke) await this.invitations.revoke(actor, id, revoke);
    else await this.invite(actor, id, form);
  }

  private async invite(actor: Actor, id: string, form: URLSearchParams): Promise<void> {
    const emails = (form.get('emails') ?? '').split(/[\s,;]+/).filter((email) => email !== '');
    const wrong = emails.find((email) => !isEmailAddress(normalizeEmail(email)));
    if (wrong !== undefined) throw new BadRequest(`"${wrong}" is not a mail address; nobody was invited.`);
    await this.invitations.invite(actor, id, { emails, role: readRole(form) });
  }

  private async page(
    request: MemberRequest,
    id: string,
    { page, problem }: { page?: string; problem?: { text: string; typed: string } },
    status = 200,
  ): Promise<SiteAnswer> {
    const { actor } = request;
    const organization = await this.organizations.getOrganization(id);
    const filter = { sort: 'joinedAt', order: 'desc' } as const;
    const members = await this.members.listMembers(actor, id, filter, { limit: MOST, page });
    const invitations = await this.invitations.list(actor, id, { limit: MOST });
    const shown = peoplePage(this.config.basePath, {
      organization,
      hasMail: this.hasMail,
      members: members.items,
      more: members.next?.page ?? null,
      invitations: invitations.items,
      problem,
    });
    return this.shell.show(request, shown, status);
  }
}

/** @throws BadRequest for an unknown role. */
function readRole(form: URLSearchParams): Role | null {
  const text = form.get('role') ?? '';
  const role = text === GUEST ? null : ROLES.find((known) => known === text);
  if (role === undefined) throw new BadRequest(`role must be one of ${ROLES.join(', ')}, or ${GUEST}.`);
  return role;
}
