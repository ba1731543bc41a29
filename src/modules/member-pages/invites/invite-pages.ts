import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AcceptInvitation,
  appPathOf,
  JoinOrganization,
  type InviteTarget,
  type ShownInvite,
  ShownInvites,
  UseInviteLink,
} from '#modules/invites/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { SessionCookie, Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { type MemberRequest, type VisitorRequest, requireScopes } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { readOwnForm } from '../forms.js';
import { endedPage, invitePage, type InviteStep, joinPage, signInAddress, tokenPage } from './invite-page.js';

/** The address of an invitation holds its key. Not `no-referrer`: forms would come without an origin. */
const HEADERS = { 'Referrer-Policy': 'same-origin' };

/** The pages on which people accept invites, signed in or not, and join organizations by their address. */
@Injectable()
export class InvitePages {
  constructor(
    private readonly config: Config,
    private readonly shown: ShownInvites,
    private readonly invitation: AcceptInvitation,
    private readonly link: UseInviteLink,
    private readonly joining: JoinOrganization,
    private readonly users: Users,
    private readonly cookie: SessionCookie,
  ) {}

  /** `/app/invites/{id}`: shows the invite, or accepts it. @throws Forbidden for a form of another site, NotFound */
  @AppRoute('/invites/:invite', { isOpen: true, forms: true, operations: ['joinOrganizationWithInvite'] })
  async answerInvite(
    { actor, params: { invite: id = '' }, query }: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    const isForm = message.method === 'POST';
    const key = (isForm ? await readOwnForm(message) : query).get('key') ?? '';
    const invite = await this.shown.find(id, key);
    if (!invite) return page(404, endedPage(this.config.basePath));
    const signedInAs = actor ? (await this.users.getUser(actor.userId)).email : null;
    const step = stepOf(invite, signedInAs);
    const view = { invite, step, key, signedInAs };
    if (!isForm) return page(200, invitePage(this.config.basePath, view));
    try {
      if (step === 'accept' && actor) return await this.accept(actor, invite, key);
      return step === 'enter'
        ? await this.enter(invite, key)
        : this.goTo(signInAddress(this.config.basePath, id, key));
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      return page(
        error.status,
        invitePage(this.config.basePath, { ...view, step: 'sign-in', problem: error.message }),
      );
    }
  }

  /** `/app/join/{organization}`: shows an organization that the actor may join, or joins it. @throws NotFound, BadRequest, Forbidden */
  @AppRoute('/join/:organization', {
    forms: true,
    formScopes: ['organization:write'],
    operations: ['joinOrganization'],
  })
  async answerJoin(
    { actor, params: { organization: id = '' } }: MemberRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    if (message.method === 'POST') {
      await readOwnForm(message);
      await this.joining.join(actor, id);
      return this.goTo(`${this.config.basePath}/app/o/${encodeURIComponent(id)}`);
    }
    const open = await this.joining.listOpen(actor);
    const found = open.find(({ organization }) => organization.id === id);
    if (!found) throw new NotFound('organization');
    return page(200, joinPage(this.config.basePath, found.organization));
  }

  private async accept(actor: Actor, { id, organization, target, mail }: ShownInvite, key: string) {
    requireScopes(actor, ['organization:write']);
    currentContext().actor = actor.userId;
    let isBound = organization.sso;
    if (mail) isBound = await this.invitation.asActor(actor, organization.id, id, key);
    else await this.link.use(actor, organization.id, id);
    const counts = !isBound || actor.ssoOrganizationId === organization.id;
    return counts ? this.goTo(this.placeOf(organization.id, target)) : this.signIn(organization.id);
  }

  private async enter({ id, target }: ShownInvite, key: string): Promise<SiteAnswer> {
    const { organizationId, session, token } = await this.invitation.asHolder(id, key);
    if (!session) return this.signIn(organizationId);
    const cookie = this.cookie.write(session);
    const place = this.placeOf(organizationId, target);
    if (token === null) return this.goTo(place, cookie);
    return page(200, tokenPage(this.config.basePath, token, place), { 'Set-Cookie': cookie });
  }

  private signIn(organizationId: string): SiteAnswer {
    const next = `o/${encodeURIComponent(organizationId)}`;
    return this.goTo(`${this.config.basePath}/app/sign-in?${new URLSearchParams({ next }).toString()}`);
  }

  private placeOf(organizationId: string, target: InviteTarget): string {
    const path = appPathOf(organizationId, target).map(encodeURIComponent).join('/');
    return `${this.config.basePath}/app/${path}`;
  }

  private goTo(location: string, cookie?: string): SiteAnswer {
    const headers = cookie === undefined ? HEADERS : { ...HEADERS, 'Set-Cookie': cookie };
    return { kind: 'redirect', status: 303, location, isComplete: true, headers };
  }
}

function stepOf({ mail, organization }: ShownInvite, signedInAs: string | null): InviteStep {
  if (signedInAs !== null && (mail === null || mail.email === signedInAs)) return 'accept';
  if (mail === null || mail.proof === null) return 'sign-in';
  // An administrator's word is not enough where single sign-on is required.
  return mail.proof === 'handed' && (mail.sso || organization.sso) ? 'sign-in' : 'enter';
}

function page(status: number, text: string, headers: Record<string, string> = {}): SiteAnswer {
  const answer = html(status, text);
  return { ...answer, headers: { ...answer.headers, ...HEADERS, ...headers } };
}
