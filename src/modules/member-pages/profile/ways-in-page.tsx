import { MIN_PASSWORD, type Passkey, type WaysIn } from '#modules/users/index.js';
import { Danger, Empty, Field, Hidden, Section, Submit } from '../fields.js';
import type { FormState } from '../form-actions.js';
import { PostForm } from '../forms.js';
import { MemberTable } from '../member-table.js';
import { Outcome } from '../outcome.js';
import { Ago } from '../shell/ago.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { PasskeyForm, PasswordField } from '../sign-in/passkey-form.js';
import { accountTabs } from './account-tabs.js';

export interface WaysInView extends FormState {
  ways: WaysIn;
  /** Mail address of the member. */
  email: string;
  /** Origin at which passkeys answer. */
  origin: string;
  /** Options for the browser to make a passkey; null where it may not. */
  passkeyOptions: object | null;
}

/** The ways in which a member signs in, each with its forms. */
export function waysInPage(base: string, view: WaysInView): ShownPage {
  const { ways, notice, problem, email } = view;
  const here = `${base}/app/profile/sign-in`;
  return shownPage(
    { title: 'Sign-in', tabs: accountTabs(base, 'sign-in'), bundles: ['sign-in'] },
    <>
      <Outcome notice={notice} problem={problem} />
      {ways.refusal !== null && problem !== ways.refusal && <Refusal base={base} text={ways.refusal} />}
      {ways.refusal === null && ways.boundTo !== null && (
        <p class="review-notice">
          An administrator of your organization let you in. What you set here opens that organization alone.
        </p>
      )}
      {(ways.hasPasswords || ways.passwordChangedAt !== null) && (
        <PasswordPart here={here} ways={ways} email={email} />
      )}
      <PasskeyPart here={here} view={view} />
      {ways.hasMail && (
        <Section title="Link by mail">
          <p>
            A link that is sent to <strong dir="auto">{email}</strong> signs you in at any time, also when you
            forgot your password.
          </p>
        </Section>
      )}
    </>,
  );
}

function Refusal({ base, text }: { base: string; text: string }) {
  const query = new URLSearchParams({ next: 'profile/sign-in' }).toString();
  return (
    <p class="review-notice">
      {text} <a href={`${base}/app/sign-in?${query}`}>Sign in again</a>
    </p>
  );
}

function PasswordPart({ here, ways, email }: { here: string; ways: WaysIn; email: string }) {
  const { passwordChangedAt, hasPasswords, refusal, asksPassword } = ways;
  return (
    <Section title="Password">
      {passwordChangedAt === null ? (
        <p>You have no password.</p>
      ) : (
        <p>
          You have a password, set <Ago at={passwordChangedAt} />.
          {!hasPasswords && ' Nobody signs in with one here at the moment.'}
        </p>
      )}
      {refusal === null && hasPasswords && (
        <PostForm action={here} class="member-form">
          <input type="email" name="email" value={email} autocomplete="username" readOnly hidden />
          {asksPassword && (
            <PasswordField name="present" label="Present password" autocomplete="current-password" />
          )}
          <PasswordField
            name="password"
            label="New password"
            autocomplete="new-password"
            hint={`At least ${MIN_PASSWORD} characters of any kind: four or five words, or what your password manager makes. Your other sessions end.`}
          />
          <Submit
            does="set-password"
            label={passwordChangedAt === null ? 'Set a password' : 'Change the password'}
            kind="primary"
          />
        </PostForm>
      )}
      {refusal === null && passwordChangedAt !== null && (
        <Danger
          summary="Remove the password"
          action={here}
          does="remove-password"
          label="Remove the password"
        >
          <p>Nobody can sign in with it any more. You can set another one later.</p>
        </Danger>
      )}
    </Section>
  );
}

function PasskeyPart({ here, view }: { here: string; view: WaysInView }) {
  const { ways, origin, passkeyOptions } = view;
  const { passkeys, refusal } = ways;
  return (
    <Section title="Passkeys">
      <p>
        A passkey signs you in with your fingerprint, your face or the code of your device. There is nothing
        to remember, and nothing that another site could ask you for.
      </p>
      {passkeys.length === 0 ? (
        <Empty>You have no passkey. {passkeyOptions && 'Name your device, and add it below.'}</Empty>
      ) : (
        <MemberTable title="Your passkeys" columns={['Name', 'Added', 'Last used', 'Kept', 'Remove']}>
          {passkeys.map((passkey) => (
            <PasskeyRow here={here} passkey={passkey} mayRemove={refusal === null} />
          ))}
        </MemberTable>
      )}
      {passkeyOptions && (
        <>
          <PasskeyForm
            kind="register"
            action={here}
            options={passkeyOptions}
            origin={origin}
            label="Add a passkey"
          >
            <Hidden fields={{ do: 'add-passkey' }} />
            <Field
              name="name"
              id="passkey-name"
              label="Name of the new passkey"
              hint="As in “Laptop”, or the name of your password manager."
              required
              maxLength={50}
              autocomplete="off"
              value={view.typed?.get('name') ?? ''}
            />
          </PasskeyForm>
          <noscript>
            <p class="member-hint">Adding a passkey takes a script, which your browser does not run.</p>
          </noscript>
        </>
      )}
    </Section>
  );
}

function PasskeyRow({ here, passkey, mayRemove }: { here: string; passkey: Passkey; mayRemove: boolean }) {
  const { id, name, createdAt, lastUsedAt, isSynced } = passkey;
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td>
        <Ago at={createdAt} />
      </td>
      <td>{lastUsedAt === null ? 'Not yet' : <Ago at={lastUsedAt} />}</td>
      <td>{isSynced ? 'On all your devices' : 'On one device'}</td>
      <td>
        {mayRemove && (
          <Danger
            summary="Remove"
            action={here}
            does="remove-passkey"
            label="Remove the passkey"
            whom={name}
            fields={{ passkey: id }}
          >
            <p>It does not sign you in any more. To have it back, add it again.</p>
          </Danger>
        )}
      </td>
    </tr>
  );
}
