import type { InvitationView } from '#modules/invites/index.js';
import {
  Choice,
  Empty,
  Field,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import type { Organization } from '#modules/organizations/index.js';
import { EmailsField, InvitedRow } from './invited-row.js';
import { peopleUrls } from './people-urls.js';
import { dayOf } from './form-times.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from './role-choices.js';

export interface InvitationListView {
  organization: Pick<Organization, 'id' | 'title' | 'defaultRole'>;
  /** Without a mail server, invitations are handed over. */
  hasMail: boolean;
  now: Date;
  invitations: readonly InvitationView[];
  /** Cursor of further invitations. */
  more: string | null;
  state: FormState;
}

/** Invitations that nobody has answered, and a form that invites people. */
export function invitationList(base: string, view: InvitationListView): ShownPage {
  const { organization, invitations, more, state, hasMail } = view;
  const urls = peopleUrls(base, organization.id);
  return shownPage(
    {
      title: 'Invitations',
      organizationId: organization.id,
      breadcrumbs: [{ href: urls.root, title: 'People' }],
      tabs: { of: 'people', root: urls.root, current: 'invitations' },
      bundles: ['forms'],
    },
    <>
      <Outcome {...state} />
      <InviteForm here={urls.invitations} view={view} />
      {invitations.length === 0 ? (
        <Empty>
          <p>Nobody is invited at the moment. Invitations wait here until somebody accepts them.</p>
        </Empty>
      ) : (
        <MemberTable title="Waiting for an answer" columns={['Address', 'Role', 'Invited', 'Ends', 'Change']}>
          {invitations.map((invitation) => (
            <InvitedRow
              here={urls.invitations}
              view={invitation}
              hasMail={hasMail}
              now={view.now}
              namesPlace
              isManaged
            />
          ))}
        </MemberTable>
      )}
      <MoreLink here={urls.invitations} cursor={more} what="Older invitations" />
    </>,
  );
}

function InviteForm({ here, view }: { here: string; view: InvitationListView }) {
  const { hasMail, organization, now, state } = view;
  const { typed } = state;
  return (
    <Section title="Invite people">
      <PostForm action={here} class="member-form">
        <EmailsField
          typed={typed}
          hint={
            hasMail
              ? 'One on each line. Everybody gets a mail, and is a member once they accept.'
              : 'One on each line. There is no mail server: hand over the address that each invitation gets.'
          }
        />
        <Choice
          name="role"
          label="Role"
          chosen={typed?.get('role') ?? organization.defaultRole ?? GUEST}
          options={MEMBER_ROLE_OPTIONS}
        />
        <Field
          name="until"
          label="Last day to accept"
          type="date"
          min={dayOf(now)}
          value={typed?.get('until') ?? undefined}
          hint="In two weeks where it is empty."
        />
        <Tick
          name="sso"
          label="They come in through single sign-on only"
          hint="Needs an identity provider that works."
          checked={typed?.has('sso') ?? false}
        />
        <Submit does="invite" label="Invite" kind="primary" />
      </PostForm>
    </Section>
  );
}
