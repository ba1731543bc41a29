import { mayWords, type ShownInvite } from '#modules/invites/index.js';
import { openPage } from '../member-document.js';
import { PostForm } from '../forms.js';

/**
 * Next step of a person who opened the address. `accept`: they are signed in as the right person. `enter`: the key of
 * the address admits them, with a new account if needed. `sign-in`: they must sign in first.
 */
export type InviteStep = 'accept' | 'enter' | 'sign-in';

export interface InviteView {
  invite: ShownInvite;
  step: InviteStep;
  key: string;
  /** Address of the person who is signed in. */
  signedInAs: string | null;
  problem?: string;
}

/** Inviter and target of an invite, and the button that accepts it. */
export function invitePage(base: string, view: InviteView): string {
  const { invite, step, key, signedInAs, problem } = view;
  const { target, inviter, mail } = invite;
  const title = `${inviter ?? 'Somebody'} invites you to ${target.title}`;
  const action = `${base}/app/invites/${encodeURIComponent(invite.id)}`;
  const isOther = mail !== null && signedInAs !== null && signedInAs !== mail.email;
  return openPage(
    base,
    title,
    <>
      <Given invite={invite} />
      {mail && (
        <p>
          The invitation is for <strong dir="auto">{mail.email}</strong>.
        </p>
      )}
      {isOther && (
        <p>
          You are signed in as <strong dir="auto">{signedInAs}</strong>.
        </p>
      )}
      {problem !== undefined && (
        <p class="member-problem" role="alert">
          {problem}
        </p>
      )}
      {step === 'sign-in' ? (
        <a class="button button-primary button-medium" href={signInAddress(base, invite.id, key)}>
          {mail ? `Sign in as ${mail.email}` : 'Sign in to accept'}
        </a>
      ) : (
        <PostForm action={action} class="member-form">
          {key !== '' && <input type="hidden" name="key" value={key} />}
          <button type="submit" class="button button-primary button-medium">
            {step === 'enter' && mail ? `Accept as ${mail.email}` : 'Accept'}
          </button>
        </PostForm>
      )}
    </>,
  );
}

/** The rights that one gets by accepting. */
function Given({ invite: { organization, target, role, mail } }: { invite: ShownInvite }) {
  const may =
    role === null ? 'You come in as a guest: you see what you are given.' : `You may ${mayWords(role)}`;
  return (
    <>
      {target.type === 'organization' ? (
        <p>{role === null ? may : `${may}.`}</p>
      ) : (
        <p>
          {may} in the {target.type} <bdi>{target.title}</bdi> of <bdi>{organization.title}</bdi>. If you are
          no member there yet, you come in as a guest, who sees nothing else.
        </p>
      )}
      {mail && <p>Accepting it accepts your other invitations in this organization, too.</p>}
    </>
  );
}

/** The personal token of a new account, shown when the installation has no other way to sign in. */
export function tokenPage(base: string, token: string, href: string): string {
  return openPage(
    base,
    'Keep this token',
    <>
      <p>
        It is how you sign in here the next time, and how programs use the API as you. It is shown only now.
      </p>
      <p>
        <code>{token}</code>
      </p>
      <a class="button button-primary button-medium" href={href}>
        Go on
      </a>
    </>,
  );
}

/** For the address of an invite that nobody can accept. */
export function endedPage(base: string): string {
  return openPage(
    base,
    'There is no such invitation',
    <>
      <p>It was accepted, has ended or was revoked, or the address is not complete.</p>
      <p>
        If you accepted it, go to <a href={`${base}/app`}>your organizations</a>. If not, ask for a new one.
      </p>
    </>,
  );
}

/** An organization that takes people with addresses like theirs. */
export function joinPage(base: string, { id, title }: { id: string; title: string }): string {
  return openPage(
    base,
    `Join ${title}`,
    <>
      <p>People with an address like yours may join by themselves.</p>
      <PostForm action={`${base}/app/join/${encodeURIComponent(id)}`} class="member-form">
        <button type="submit" class="button button-primary button-medium">
          Join
        </button>
      </PostForm>
    </>,
  );
}

/** The sign-in page, and from there back to the invite. */
export function signInAddress(base: string, id: string, key: string): string {
  const next = `invites/${encodeURIComponent(id)}${key === '' ? '' : `?key=${encodeURIComponent(key)}`}`;
  return `${base}/app/sign-in?${new URLSearchParams({ next }).toString()}`;
}
