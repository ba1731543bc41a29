import type { InvitationView } from '#modules/invites/index.js';
import type { Member, Organization } from '#modules/organizations/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { PostForm } from '../forms.js';

/** Value in forms for a guest, who has no role. */
export const GUEST = 'guest';

export interface PeopleView {
  organization: Pick<Organization, 'id' | 'title' | 'defaultRole'>;
  /** Without a mail server, invitations are handed over. */
  hasMail: boolean;
  members: readonly Member[];
  /** Cursor of further members. */
  more: string | null;
  invitations: readonly InvitationView[];
  problem?: { text: string; typed: string };
}

/** Members and invitations of an organization, and what administrators do with them. */
export function peoplePage(base: string, view: PeopleView): ShownPage {
  const { organization, hasMail, members, more, invitations, problem } = view;
  const action = `${base}/app/o/${encodeURIComponent(organization.id)}/people`;
  return shownPage(
    { title: 'People', organizationId: organization.id },
    <>
      {problem && (
        <p class="member-problem" role="alert">
          {problem.text}
        </p>
      )}
      <InviteForm action={action} view={view} />
      {invitations.length > 0 && (
        <MemberTable title="Invited" columns={['Address', 'Role', 'Ends', 'Change']}>
          {invitations.map((invitation) => (
            <InvitedRow action={action} view={invitation} hasMail={hasMail} />
          ))}
        </MemberTable>
      )}
      <MemberTable title="Members" columns={['Name', 'Role', 'Joined', 'Remove']}>
        {members.map((member) => (
          <MemberRow action={action} member={member} />
        ))}
      </MemberTable>
      {more !== null && (
        <p>
          <a href={`${action}?${new URLSearchParams({ page: more }).toString()}`}>More members</a>
        </p>
      )}
    </>,
  );
}

function InviteForm({ action, view }: { action: string; view: PeopleView }) {
  const { problem, hasMail, organization } = view;
  return (
    <PostForm action={action} class="member-form">
      <h2>Invite people</h2>
      <label for="emails">Mail addresses</label>
      <p class="member-hint" id="emails-hint">
        {hasMail
          ? 'One on each line. Everybody gets a mail, and is a member once they accept.'
          : 'One on each line. There is no mail server: hand over the address that each invitation gets.'}
      </p>
      <textarea id="emails" name="emails" rows={3} required aria-describedby="emails-hint">
        {problem?.typed}
      </textarea>
      <label for="role">Role</label>
      <RoleSelect id="role" role={organization.defaultRole} />
      <button type="submit" class="button button-primary button-medium">
        Invite
      </button>
    </PostForm>
  );
}

function InvitedRow({ action, view, hasMail }: { action: string; view: InvitationView; hasMail: boolean }) {
  const { id, email, role, expiresAt } = view.invitation;
  return (
    <tr>
      <th scope="row" dir="auto">
        {email}
        {!hasMail && (
          <details>
            <summary>Address to hand over</summary>
            <code>{view.address}</code>
          </details>
        )}
      </th>
      <td>{role ?? GUEST}</td>
      <td>{dayOf(expiresAt)}</td>
      <td>
        <PostForm action={action} class="member-actions">
          <Action name="resend" value={id} label={hasMail ? 'Send again' : 'Renew'} whom={email} />
          <Action name="revoke" value={id} label="Revoke" whom={email} />
        </PostForm>
      </td>
    </tr>
  );
}

function MemberRow({ action, member }: { action: string; member: Member }) {
  const { userId, user, role, sso, joinedAt } = member;
  return (
    <tr>
      <th scope="row" dir="auto">
        {user.displayName} {sso && <span class="member-badge">Single sign-on</span>}
        <p class="member-hint">{user.email}</p>
      </th>
      <td>
        <PostForm action={action} class="member-actions">
          <RoleSelect id={`role-${userId}`} role={role} label={`Role of ${user.displayName}`} />
          <Action name="role-of" value={userId} label="Change" whom={user.displayName} />
        </PostForm>
      </td>
      <td>{dayOf(joinedAt)}</td>
      <td>
        <details>
          <summary>Remove</summary>
          <PostForm action={action}>
            <Action name="remove" value={userId} label="Yes, remove" whom={user.displayName} />
          </PostForm>
        </details>
      </td>
    </tr>
  );
}

function RoleSelect({ id, role, label }: { id: string; role: Role | null; label?: string }) {
  return (
    <select id={id} name="role" {...(label === undefined ? {} : { 'aria-label': label })}>
      {[GUEST, ...ROLES].map((name) => (
        <option value={name} selected={name === (role ?? GUEST)}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Action({ name, value, label, whom }: { name: string; value: string; label: string; whom: string }) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      class="button button-secondary"
      aria-label={`${label}: ${whom}`}
    >
      {label}
    </button>
  );
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
