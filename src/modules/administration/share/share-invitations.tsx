import { atLeast } from '#modules/access/index.js';
import { Choice, MemberTable, MoreLink, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import { EmailsField, InvitedRow } from '../people/invited-row.js';
import { rolesUpTo } from './roles-up-to.js';
import type { ShareView } from './share-view.types.js';

/** Invites people by their mail address, and lists who has not answered yet. */
export function ShareInvitations({ here, view }: { here: string; view: ShareView }) {
  const { items, more } = view.invitations;
  return (
    <>
      <Section title="Invite people by their mail address">
        <InviteForm here={here} view={view} />
      </Section>
      {items.length > 0 && (
        <MemberTable
          title="Invited, and waiting for an answer"
          columns={['Address', 'Role here', 'Invited', 'Ends', 'Change']}
        >
          {items.map((one) => (
            <InvitedRow
              here={here}
              view={one}
              hasMail={view.hasMail}
              now={view.now}
              namesPlace={false}
              isManaged={one.invitation.role !== null && atLeast(view.place.held, one.invitation.role)}
            />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={more} name="invited" what="Older invitations" />
    </>
  );
}

function InviteForm({ here, view }: { here: string; view: ShareView }) {
  const { place, state, hasMail, isAdmin } = view;
  const { mayInviteNewcomers } = view.invitations;
  const typed = state.typed?.get('do') === 'invite-mail' ? state.typed : undefined;
  const type = place.resource.type;
  return (
    <>
      <p>
        Members are let in at once. Everybody else becomes a guest who sees this {type} alone, once they
        accept.
      </p>
      {!mayInviteNewcomers && (
        <p class="member-hint">
          Only administrators invite people who are no members yet: links are turned off in this organization.
        </p>
      )}
      <PostForm action={here} class="member-form">
        <EmailsField typed={typed} hint={hintOf(hasMail, isAdmin)} />
        <Choice
          id="invite-role"
          name="role"
          label="Role of those who are invited"
          chosen={typed?.get('role') ?? 'read'}
          options={rolesUpTo(place.held)}
        />
        <Submit does="invite-mail" label="Invite" />
      </PostForm>
    </>
  );
}

function hintOf(hasMail: boolean, isAdmin: boolean): string {
  if (hasMail) return 'One on each line. Everybody gets a mail.';
  const handOver =
    'One on each line. There is no mail server: hand over the address that each invitation gets.';
  if (isAdmin) return handOver;
  return `${handOver} Who has no account yet needs the one of an administrator, who renews the invitation first.`;
}
