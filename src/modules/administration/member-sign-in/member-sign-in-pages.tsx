import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  Ago,
  answerForms,
  AppRoute,
  ButtonForm,
  Copyable,
  Danger,
  Empty,
  type FormState,
  type MemberRequest,
  MemberShell,
  MemberTable,
  Outcome,
  Section,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { browserName, MemberSignIn, type TokenRecord, Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';

interface MadeLink {
  url: string | null;
}

/** `/app/o/…/people/members/…/sign-in`: an administrator ends sessions of a member, or makes a link for one who is locked out. */
@Injectable()
export class MemberSignInPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly members: MemberSignIn,
    private readonly users: Users,
  ) {}

  /** @throws NotFound for an organization or member that the actor does not see, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/members/:member/sign-in', {
    forms: true,
    scopes: ['organization:read', 'members:read'],
    formScopes: ['members:write'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', member: userId = '' } = params;
    const member = { organizationId, userId };
    // Strangers learn nothing before they are refused.
    await this.members.read(actor, member);
    const here = `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/people/members/${encodeURIComponent(userId)}/sign-in`;
    const made: MadeLink = { url: null };
    const answer = await answerForms(request, message, {
      here,
      actions: {
        'end-sessions': {
          run: async () => void (await this.members.endSessions(actor, member)),
          done: 'The sessions have ended.',
        },
        'make-link': {
          run: async () => void (made.url = await this.members.createLink(actor, member)),
          done: '',
        },
      },
      show: (state) => this.show(request, member, here, state),
    });
    // The link is shown once, on the answer itself: no address holds it.
    return made.url === null ? answer : this.show(request, member, here, {}, made.url);
  }

  private async show(
    request: MemberRequest,
    { organizationId, userId }: { organizationId: string; userId: string },
    here: string,
    { notice, problem, status }: FormState,
    url?: string,
  ): Promise<SiteAnswer> {
    const { sessions, refusal } = await this.members.read(request.actor, { organizationId, userId });
    const { displayName, email } = await this.users.getUser(userId);
    const people = `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/people`;
    return this.shell.page(
      request,
      {
        title: `Sign-in of ${displayName}`,
        organizationId,
        status,
        bundles: ['forms'],
        breadcrumbs: [
          { href: people, title: 'People' },
          { href: `${people}/members/${encodeURIComponent(userId)}`, title: displayName },
        ],
      },
      <>
        <Outcome notice={notice || undefined} problem={problem} />
        <Sessions sessions={sessions} here={here} />
        <Section title="Link to sign in">
          <p>
            For somebody who is locked out: with the link <span dir="auto">{email}</span> signs in once,
            within a day, and then sets a password or adds a passkey. All of it opens this organization alone.
            Whoever has the link is in, so hand it to nobody else. The audit log notes that you made it.
          </p>
          {url !== undefined && (
            <div class="member-secret" role="status">
              <p>Copy the link now: it is never shown again. Earlier ones do not work any more.</p>
              <Copyable label="Link to sign in" value={url} />
            </div>
          )}
          {refusal === null ? (
            <ButtonForm action={here} does="make-link" label="Create the link" />
          ) : (
            <p class="member-hint">{refusal}</p>
          )}
        </Section>
      </>,
    );
  }
}

function Sessions({ sessions, here }: { sessions: readonly TokenRecord[]; here: string }) {
  if (sessions.length === 0)
    return (
      <Section title="Sessions">
        <Empty>There is no session that you may end: they are signed in nowhere at the moment.</Empty>
      </Section>
    );
  return (
    <>
      <MemberTable title="Sessions" columns={['Browser', 'Signed in', 'Last used']}>
        {sessions.map(({ userAgent, createdAt, lastUsedAt }) => (
          <tr>
            <th scope="row">{browserName(userAgent)}</th>
            <td>
              <Ago at={createdAt} />
            </td>
            <td>{lastUsedAt === null ? 'Not yet' : <Ago at={lastUsedAt} />}</td>
          </tr>
        ))}
      </MemberTable>
      <Danger
        summary="End all sessions"
        action={here}
        does="end-sessions"
        label={sessions.length === 1 ? 'End the session' : `End ${sessions.length} sessions`}
      >
        <p>
          They are signed out at once in all of these browsers. What they typed and did not save is lost. They
          can sign in again, unless you remove them; personal tokens stay.
        </p>
      </Danger>
    </>
  );
}
