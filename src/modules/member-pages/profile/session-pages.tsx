import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { browserName, type TokenRecord, UserTokens } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { Danger } from '../fields.js';
import { answerForms, type FormState, textOf } from '../form-actions.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { MemberTable } from '../member-table.js';
import { Outcome } from '../outcome.js';
import { Ago } from '../shell/ago.js';
import { accountTabs } from './account-tabs.js';

/** `/app/profile/sessions`: the browsers in which a member is signed in. */
@Injectable()
export class SessionPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws Forbidden for a form of another site, or a token without the scope. */
  @AppRoute('/profile/sessions', {
    forms: true,
    scopes: ['user:read'],
    formScopes: ['user:write'],
    operations: ['deleteUserToken'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    return answerForms(request, message, {
      here: `${this.config.basePath}/app/profile/sessions`,
      actions: {
        end: {
          run: (form) => this.tokens.deleteOwn(actor, textOf(form, 'session')),
          done: 'The session has ended.',
        },
        'end-others': {
          run: async () => {
            const { userId, tokenId, ssoOrganizationId } = actor;
            await this.tokens.endSessions(userId, { except: tokenId, ssoOrganizationId });
          },
          done: 'All other sessions have ended.',
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  private async show(request: MemberRequest, { notice, problem, status }: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const base = this.config.basePath;
    const sessions = await this.tokens.listSessions(actor.userId, actor.ssoOrganizationId);
    const here = `${base}/app/profile/sessions`;
    return this.shell.page(
      request,
      { title: 'Sessions', tabs: accountTabs(base, 'sessions'), status },
      <>
        <Outcome notice={notice} problem={problem} />
        <p>
          You are signed in in these browsers. A session ends by itself after twelve hours. If you do not know
          one, end it and <a href={`${base}/app/profile/sign-in`}>change your password</a>.
        </p>
        <MemberTable title="Your sessions" columns={['Browser', 'Address', 'Signed in', 'Last used', 'End']}>
          {sessions.map((session) => (
            <SessionRow here={here} session={session} isCurrent={session.id === actor.tokenId} />
          ))}
        </MemberTable>
        {sessions.some(({ id }) => id !== actor.tokenId) && (
          <Danger
            summary="End all other sessions"
            action={here}
            does="end-others"
            label="End all other sessions"
          >
            <p>
              All browsers but this one are signed out at once. What was typed there and not saved is lost.
            </p>
          </Danger>
        )}
      </>,
    );
  }
}

const PROOF_WORDS: Partial<Record<TokenRecord['proof'], string>> = {
  token: 'with a token',
  mail: 'with a link by mail',
  saml: 'with single sign-on',
  password: 'with a password',
  passkey: 'with a passkey',
  link: 'with a link that was handed over',
};

function SessionRow({
  here,
  session,
  isCurrent,
}: {
  here: string;
  session: TokenRecord;
  isCurrent: boolean;
}) {
  const { id, userAgent, address, createdAt, lastUsedAt, proof } = session;
  const name = browserName(userAgent);
  return (
    <tr>
      <th scope="row">
        {name} {isCurrent && <span class="member-badge">This session</span>}
      </th>
      <td>{address ?? 'Not known'}</td>
      <td>
        <Ago at={createdAt} /> {PROOF_WORDS[proof] ?? 'with single sign-on'}
      </td>
      <td>{isCurrent ? 'Now' : lastUsedAt === null ? 'Not yet' : <Ago at={lastUsedAt} />}</td>
      <td>
        {isCurrent ? (
          'Sign out to end it'
        ) : (
          <Danger
            summary="End"
            action={here}
            does="end"
            label="End the session"
            whom={name}
            fields={{ session: id }}
          >
            <p>The browser is signed out at once. What was typed there and not saved is lost.</p>
          </Danger>
        )}
      </td>
    </tr>
  );
}
