import { type InvitationView, targetOf } from '#modules/invites/index.js';
import { Ago, ButtonForm, Copyable, Danger, LongField } from '#modules/member-pages/index.js';
import { GUEST } from './role-choices.js';

/** The field for the addresses of those who are to be invited. */
export function EmailsField({ typed, hint }: { typed: URLSearchParams | undefined; hint: string }) {
  return (
    <LongField
      name="emails"
      label="Mail addresses"
      rows={3}
      required
      value={typed?.get('emails') ?? undefined}
      hint={hint}
    />
  );
}

interface InvitedRowProps {
  /** Address of the page with the forms. */
  here: string;
  view: InvitationView;
  hasMail: boolean;
  now: Date;
  /** True where the page lists invitations to more than one thing. */
  namesPlace: boolean;
  /** False if the reader could not invite as this. */
  isManaged: boolean;
}

/** Somebody who was invited and has not answered, with the forms that send the invitation again and revoke it. */
export function InvitedRow({ here, view, hasMail, now, namesPlace, isManaged }: InvitedRowProps) {
  const { id, email, role, sso, expiresAt, renewedAt } = view.invitation;
  return (
    <tr>
      <th scope="row">
        <bdi>{email}</bdi> {sso && <span class="member-badge">Single sign-on</span>}
        {view.mayHandOver && <Copyable label={`Invitation of ${email}`} value={view.address} />}
      </th>
      <td>
        {role ?? GUEST}
        {namesPlace && <Place view={view} />}
      </td>
      <td>
        <Ago at={renewedAt} />
        {view.inviter && (
          <span class="member-hint people-line">
            by <bdi>{view.inviter.displayName}</bdi>
          </span>
        )}
      </td>
      <td>
        {expiresAt <= now && <span class="member-badge">Ended</span>} <Ago at={expiresAt} />
      </td>
      <td>
        {isManaged ? (
          <Manage here={here} id={id} email={email} hasMail={hasMail} />
        ) : (
          <span class="member-hint">Above your own role here</span>
        )}
      </td>
    </tr>
  );
}

function Place({ view: { invitation, title } }: { view: InvitationView }) {
  const { type } = targetOf(invitation);
  if (type === 'organization') return null;
  return (
    <span class="member-hint people-line">
      on the {type} <bdi>{title ?? 'that is deleted'}</bdi>
    </span>
  );
}

function Manage({ here, id, email, hasMail }: { here: string; id: string; email: string; hasMail: boolean }) {
  const form = { action: here, fields: { invitation: id }, whom: email };
  return (
    <>
      <ButtonForm {...form} does="resend" label={hasMail ? 'Send again' : 'Renew'} />
      <Danger {...form} summary="Revoke" does="revoke" label="Revoke the invitation">
        <p>The address of this invitation stops working. You can invite them again.</p>
      </Danger>
    </>
  );
}
