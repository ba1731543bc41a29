import type { ComponentChildren } from 'preact';
import type { SsoChoice } from '#modules/users/index.js';
import { openPage } from '../member-document.js';
import { PostForm } from '../forms.js';
import { PasskeyForm, PasswordField } from './passkey-form.js';

/** A problem with an input, and its field. */
export interface Problem {
  field: 'email' | 'password' | 'passkey' | 'for' | 'token';
  text: string;
}

/** The ways to sign in that the installation has. */
export interface SignInView {
  /** Target path after the sign-in, below `/app/`. */
  next: string;
  hasMail: boolean;
  hasPassword: boolean;
  hasSso: boolean;
  /** Options for the browser to ask for a passkey; null where browsers know none. */
  passkey: { options: object; origin: string } | null;
  /** Host of the installation. */
  host: string;
  typed: { email: string; for: string };
  problem?: Problem;
}

/** The ways for one mail address. They follow from the installation and the domain of the address, never from who has an account. */
export interface AddressView extends SignInView {
  choices: readonly SsoChoice[];
}

/** The first page: it asks for the address, where more than one way may follow; the token is folded away. */
export function signInPage(base: string, view: SignInView): string {
  const { hasMail, hasPassword, hasSso, problem } = view;
  const asksAddress = hasMail || hasPassword || hasSso;
  return frame(
    base,
    view,
    <>
      {asksAddress && <AddressForm base={base} view={view} />}
      <PasskeyWay base={base} view={view} isAlone={!asksAddress} />
      {hasSso && <SsoForm base={base} view={view} />}
      {asksAddress || view.passkey ? (
        <details class="sign-in-way" open={problem?.field === 'token'}>
          <summary>Sign in with a token</summary>
          <TokenForm base={base} view={view} />
        </details>
      ) : (
        <TokenForm base={base} view={view} />
      )}
      {problem?.field === 'email' && !asksAddress && <ProblemText problem={problem} />}
    </>,
  );
}

/** The second page: the ways for the address that was typed. */
export function addressPage(base: string, view: AddressView): string {
  const { choices, hasMail, hasPassword, typed } = view;
  const hasWay = choices.length > 0 || hasMail || hasPassword;
  return frame(
    base,
    view,
    <>
      <p class="sign-in-as">
        <strong dir="auto">{typed.email}</strong>{' '}
        <a href={signInHref(base, view.next)} aria-label="Change the mail address">
          Change
        </a>
      </p>
      {choices.length > 0 && <Choices choices={choices} />}
      {hasPassword && <PasswordForm base={base} view={view} isPrimary={choices.length === 0} />}
      {hasMail && <LinkForm base={base} view={view} isPrimary={choices.length === 0 && !hasPassword} />}
      <PasskeyWay base={base} view={view} isAlone={false} />
      {!hasWay && <p>There is no way to sign in with this address here. Check it for typing errors.</p>}
    </>,
  );
}

/** The page for people who forgot their password. */
export function forgotPage(base: string, view: SignInView): string {
  return openPage(
    base,
    'Forgot your password?',
    view.hasMail ? (
      <>
        <p>
          Type your mail address. You get a link that signs you in, and leads to where you set a new password.
        </p>
        <PostForm action={`${base}/app/sign-in/mail`} class="member-form">
          <AddressField view={view} />
          <input type="hidden" name="next" value="profile/sign-in" />
          <Submit label="Send me a link" />
        </PostForm>
        <BackLink base={base} next={view.next} />
      </>
    ) : (
      <>
        <p>
          This installation sends no mail. An administrator of your organization can make a link for you,
          which signs you in once: in the app, under People.
        </p>
        <p class="member-hint">
          Operators make one on the server: <code>npx bindery user password-link --user you@example.com</code>
        </p>
        <BackLink base={base} next={view.next} />
      </>
    ),
  );
}

/** The same whoever asked: it says nothing about whether there is an account. */
export function sentPage(base: string): string {
  return openPage(
    base,
    'Look into your mail',
    <>
      <p>
        If you have an account or were invited, a mail with a link is on its way to you. It works once, in the
        next 15 minutes.
      </p>
      <BackLink base={base} next="" />
    </>,
  );
}

/** Page of a link: only the button signs in, since mail programs open links. */
export function confirmPage(base: string, { email, secret }: { email: string; secret: string }): string {
  return openPage(
    base,
    'Sign in',
    <>
      <p>
        You are about to sign in as <strong dir="auto">{email}</strong>. If you did not ask for this, close
        the page.
      </p>
      <PostForm action={`${base}/app/sign-in/link`} class="member-form">
        <input type="hidden" name="secret" value={secret} />
        <Submit label="Sign in" />
      </PostForm>
    </>,
  );
}

/** The identity providers that were found. Links, because a policy keeps forms from leading to other hosts. */
export function ssoPage(
  base: string,
  { typed, next, choices }: { typed: string; next: string; choices: readonly SsoChoice[] },
): string {
  return openPage(
    base,
    'Single sign-on',
    <>
      <p>
        Sign in for <strong dir="auto">{typed}</strong> with:
      </p>
      <Choices choices={choices} />
      <p>
        <a href={signInHref(base, next)}>Sign in another way</a>
      </p>
    </>,
  );
}

function frame(base: string, view: SignInView, children: ComponentChildren): string {
  return openPage(
    base,
    'Sign in',
    <>
      <p class="sign-in-host">{view.host}</p>
      {children}
    </>,
    ['sign-in'],
  );
}

/** Leads to the ways for the address; straight to the mail where there is no other. */
function AddressForm({ base, view }: { base: string; view: SignInView }) {
  const isMailAlone = view.hasMail && !view.hasPassword && !view.hasSso;
  return (
    <PostForm action={`${base}/app/sign-in/${isMailAlone ? 'mail' : 'ways'}`} class="member-form">
      <AddressField view={view} hint={isMailAlone ? 'You get a link that signs you in.' : undefined} />
      <Next view={view} />
      <Submit label={isMailAlone ? 'Send me a link' : 'Continue'} />
    </PostForm>
  );
}

function AddressField({ view, hint }: { view: SignInView; hint?: string }) {
  return (
    <Field view={view} name="email" label="Mail address" hint={hint}>
      <input
        type="email"
        autocomplete="username webauthn"
        value={view.typed.email}
        {...inputOf(view, 'email', hint !== undefined)}
      />
    </Field>
  );
}

function PasswordForm({ base, view, isPrimary }: { base: string; view: SignInView; isPrimary: boolean }) {
  const isWrong = view.problem?.field === 'password';
  return (
    <PostForm action={`${base}/app/sign-in/password`} class="member-form">
      {/* Password managers look for the name beside the password. */}
      <input type="email" name="email" value={view.typed.email} autocomplete="username" readOnly hidden />
      <PasswordField
        name="password"
        label="Password"
        autocomplete="current-password"
        autofocus
        problem={isWrong ? 'password-problem' : undefined}
      />
      {isWrong && view.problem && <ProblemText problem={view.problem} />}
      <Next view={view} />
      <Submit label="Sign in" isSecondary={!isPrimary} />
      <p class="member-hint">
        <a href={signInHref(base, view.next, '/forgot')}>Forgot your password?</a>
      </p>
    </PostForm>
  );
}

function LinkForm({ base, view, isPrimary }: { base: string; view: SignInView; isPrimary: boolean }) {
  return (
    <PostForm action={`${base}/app/sign-in/mail`} class="member-form">
      <input type="hidden" name="email" value={view.typed.email} />
      <Next view={view} />
      {view.problem?.field === 'email' && <ProblemText problem={view.problem} />}
      <Submit label="Send me a link by mail" isSecondary={!isPrimary} />
    </PostForm>
  );
}

/** Passkeys, where browsers know them. */
function PasskeyWay({ base, view, isAlone }: { base: string; view: SignInView; isAlone: boolean }) {
  const { passkey, problem } = view;
  return (
    <>
      {problem?.field === 'passkey' && <ProblemText problem={problem} />}
      {passkey && (
        <PasskeyForm
          kind="sign-in"
          action={`${base}/app/sign-in/passkey`}
          options={passkey.options}
          origin={passkey.origin}
          label="Sign in with a passkey"
          isPrimary={isAlone}
        >
          <Next view={view} />
        </PasskeyForm>
      )}
    </>
  );
}

/** For organizations whose people do not know which of their addresses counts. */
function SsoForm({ base, view }: { base: string; view: SignInView }) {
  return (
    <details class="sign-in-way" open={view.problem?.field === 'for'}>
      <summary>Single sign-on by the name of your organization</summary>
      <form action={`${base}/app/sign-in/sso`} class="member-form">
        <Field
          view={view}
          name="for"
          label="Single sign-on"
          hint="Your mail address at work, or the hostname of your organization."
        >
          <input type="text" autocomplete="off" value={view.typed.for} {...inputOf(view, 'for', true)} />
        </Field>
        <Next view={view} />
        <Submit label="Find my organization" isSecondary />
      </form>
    </details>
  );
}

function TokenForm({ base, view }: { base: string; view: SignInView }) {
  return (
    <PostForm action={`${base}/app/sign-in`} class="member-form">
      <Field
        view={view}
        name="token"
        label="Personal token"
        hint="Members make tokens in the app, under Tokens; the first start prints one in the terminal. The session lasts twelve hours at most and ends with the token."
      >
        <input type="password" autocomplete="off" {...inputOf(view, 'token', true)} />
      </Field>
      <Next view={view} />
      <Submit label="Sign in with the token" isSecondary />
    </PostForm>
  );
}

function Choices({ choices }: { choices: readonly SsoChoice[] }) {
  return (
    <ul class="sign-in-choices">
      {choices.map(({ label, host, startURL }) => (
        <li>
          <a href={startURL} class="button button-primary button-medium" dir="auto">
            {label}
          </a>
          <p class="sign-in-hint">at {host}</p>
        </li>
      ))}
    </ul>
  );
}

interface FieldProps {
  view: SignInView;
  name: Problem['field'];
  label: string;
  hint?: string;
  children: ComponentChildren;
}

/** An input with its label, hint and problem. */
function Field({ view: { problem }, name, label, hint, children }: FieldProps) {
  return (
    <>
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="member-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {problem?.field === name && <ProblemText problem={problem} />}
    </>
  );
}

/** Attributes that tie an input to the texts around it. */
function inputOf({ problem }: SignInView, name: Problem['field'], hasHint: boolean) {
  const isWrong = problem?.field === name;
  const described = [hasHint ? `${name}-hint` : '', isWrong ? `${name}-problem` : ''].filter(
    (id) => id !== '',
  );
  return {
    id: name,
    name,
    required: true,
    ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
    ...(isWrong ? { 'aria-invalid': 'true' as const } : {}),
  };
}

function ProblemText({ problem: { field, text } }: { problem: Problem }) {
  return (
    <p class="member-problem" role="alert" id={`${field}-problem`}>
      {text}
    </p>
  );
}

function Next({ view }: { view: SignInView }) {
  return <input type="hidden" name="next" value={view.next} />;
}

function BackLink({ base, next }: { base: string; next: string }) {
  return (
    <p>
      <a href={signInHref(base, next)}>Back to sign-in</a>
    </p>
  );
}

const signInHref = (base: string, next: string, page: '' | '/forgot' = ''): string =>
  `${base}/app/sign-in${page}${next && `?${new URLSearchParams({ next }).toString()}`}`;

function Submit({ label, isSecondary = false }: { label: string; isSecondary?: boolean }) {
  return (
    <button type="submit" class={`button button-${isSecondary ? 'secondary' : 'primary'} button-medium`}>
      {label}
    </button>
  );
}
