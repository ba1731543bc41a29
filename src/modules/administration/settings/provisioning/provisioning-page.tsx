import {
  Ago,
  Choice,
  Copyable,
  Danger,
  Empty,
  Field,
  type FormState,
  MemberTable,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { ScimToken } from '#modules/scim/index.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from '../../people/role-choices.js';
import { settingsFrame, settingsPath } from '../settings-frame.js';

export interface ProvisioningView {
  organizationId: string;
  tokens: readonly ScimToken[];
  /** Address of SCIM. */
  address: string;
  state: FormState;
  /** A token that was just made. */
  token?: string;
}

/** Tokens with which identity providers look after members and teams, and the address to give to them. */
export function provisioningPage(base: string, view: ProvisioningView): ShownPage {
  const { organizationId, tokens, address, token, state } = view;
  const here = settingsPath(base, organizationId, 'provisioning');
  return shownPage(
    settingsFrame(base, organizationId, 'provisioning', { bundles: ['forms'] }),
    <>
      <Outcome notice={state.notice || undefined} problem={state.problem} />
      <p>
        An identity provider such as Okta or Microsoft Entra ID can add, deactivate and remove your members,
        and keep your teams (SCIM 2.0). It changes the name and address of accounts only while nobody but this
        organization uses them.
      </p>
      {token !== undefined && (
        <Section title="The new token">
          <div class="member-secret" role="status">
            <p>Copy the token now: it is never shown again.</p>
            <Copyable label="Token" value={token} />
          </div>
        </Section>
      )}
      <Section title="Values for the identity provider">
        <Copyable label="Base address" value={address} />
        <p class="member-hint">
          Some call it tenant URL or SCIM connector base URL. Users are found by <code>userName</code>, and
          the token goes in the header as a bearer token.
        </p>
      </Section>
      <Tokens here={here} tokens={tokens} />
      <NewToken here={here} state={state} />
    </>,
  );
}

function Tokens({ here, tokens }: { here: string; tokens: readonly ScimToken[] }) {
  if (tokens.length === 0)
    return (
      <Empty>
        <p>There is no token yet. Make one below, and give it to your identity provider.</p>
      </Empty>
    );
  return (
    <MemberTable title="Tokens" columns={['Token', 'New members', 'Made', 'Last used', 'Revoke']}>
      {tokens.map(({ id, label, defaultRole, createdAt, lastUsedAt }) => (
        <tr>
          <th scope="row" dir="auto">
            {label}
          </th>
          <td>{defaultRole ?? GUEST}</td>
          <td>
            <Ago at={createdAt} />
          </td>
          <td>{lastUsedAt === null ? 'Not yet' : <Ago at={lastUsedAt} />}</td>
          <td>
            <Danger
              summary="Revoke"
              whom={label}
              action={here}
              fields={{ token: id }}
              does="revoke"
              label="Revoke the token"
            >
              <p>
                Whatever uses this token changes nothing here any more. Members and teams stay as they are.
                This cannot be taken back; another token can be made.
              </p>
            </Danger>
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

function NewToken({ here, state: { typed } }: { here: string; state: FormState }) {
  return (
    <Section title="New token">
      <PostForm action={here} class="member-form">
        <Field
          name="label"
          label="Name of the token"
          required
          maxLength={64}
          value={typed?.get('label') ?? ''}
          placeholder="Okta"
          hint="To renew a token, make a second one, give it to the provider, and revoke the first."
        />
        <Choice
          name="role"
          label="Role of the members it makes"
          chosen={typed?.get('role') ?? 'read'}
          options={MEMBER_ROLE_OPTIONS}
          hint="Members whom you have already keep their role. Administrators change roles on the page of a member."
        />
        <Submit does="create" label="Create the token" kind="primary" />
      </PostForm>
    </Section>
  );
}
