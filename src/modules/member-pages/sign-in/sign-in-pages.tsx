import type { ComponentChildren } from 'preact';
import type { SsoChoice } from '#modules/users/index.js';
import { openPage } from '../member-document.js';
import { PostForm } from '../forms.js';

/** A problem with an input, and its field. */
export interface Problem {
  field: 'email' | 'for' | 'token';
  text: string;
}

/** The page with all ways to sign in. */
export interface SignInView {
  /** Target path after the sign-in, below `/app/`. */
  next: string;
  hasMail: boolean;
  hasSso: boolean;
  typed: { email: string; for: string };
  problem?: Problem;
}

/** All ways to sign in that this installation has; the token is folded away where there is another one. */
export function signInPage(base: string, view: SignInView): string {
  const { hasMail, hasSso, problem } = view;
  return openPage(
    base,
    'Sign in',
    <>
      {hasMail && <MailForm base={base} view={view} />}
      {hasSso && <SsoForm base={base} view={view} />}
      {hasMail || hasSso ? (
        <details class="sign-in-way" open={problem?.field === 'token'}>
          <summary>Use a personal token</summary>
          <TokenForm base={base} view={view} />
        </details>
      ) : (
        <TokenForm base={base} view={view} />
      )}
      {problem?.field === 'email' && !hasMail && <ProblemText problem={problem} />}
    </>,
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
      <p>
        <a href={`${base}/app/sign-in`}>Back to sign-in</a>
      </p>
    </>,
  );
}

/** Page of a mailed link: only the button signs in, since mail programs open links. */
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
      <p>
        <a href={`${base}/app/sign-in${next && `?${new URLSearchParams({ next }).toString()}`}`}>
          Sign in another way
        </a>
      </p>
    </>,
  );
}

function MailForm({ base, view }: { base: string; view: SignInView }) {
  return (
    <PostForm action={`${base}/app/sign-in/mail`} class="member-form">
      <Field view={view} name="email" label="Mail address" hint="You get a link that signs you in.">
        <input type="email" autocomplete="email" value={view.typed.email} {...inputOf(view, 'email')} />
      </Field>
      <Next view={view} />
      <Submit label="Send me a link" />
    </PostForm>
  );
}

function SsoForm({ base, view }: { base: string; view: SignInView }) {
  return (
    <form action={`${base}/app/sign-in/sso`} class="member-form">
      <Field
        view={view}
        name="for"
        label="Single sign-on"
        hint="Your mail address at work, or the hostname of your organization."
      >
        <input type="text" autocomplete="email" value={view.typed.for} {...inputOf(view, 'for')} />
      </Field>
      <Next view={view} />
      <Submit label="Continue" isSecondary={view.hasMail} />
    </form>
  );
}

function TokenForm({ base, view }: { base: string; view: SignInView }) {
  return (
    <PostForm action={`${base}/app/sign-in`} class="member-form">
      <Field
        view={view}
        name="token"
        label="Personal token"
        hint="The session lasts twelve hours at most and ends with the token."
      >
        <input type="password" autocomplete="off" {...inputOf(view, 'token')} />
      </Field>
      <Next view={view} />
      <Submit label="Sign in" isSecondary={view.hasMail || view.hasSso} />
    </PostForm>
  );
}

interface FieldProps {
  view: SignInView;
  name: Problem['field'];
  label: string;
  hint: string;
  children: ComponentChildren;
}

/** An input with its label, hint and problem. */
function Field({ view: { problem }, name, label, hint, children }: FieldProps) {
  return (
    <>
      <label for={name}>{label}</label>
      <p class="member-hint" id={`${name}-hint`}>
        {hint}
      </p>
      {children}
      {problem?.field === name && <ProblemText problem={problem} />}
    </>
  );
}

/** Attributes that tie an input to the texts around it. */
function inputOf({ problem }: SignInView, name: Problem['field']) {
  const isWrong = problem?.field === name;
  return {
    id: name,
    name,
    required: true,
    'aria-describedby': isWrong ? `${name}-hint ${name}-problem` : `${name}-hint`,
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

function Submit({ label, isSecondary = false }: { label: string; isSecondary?: boolean }) {
  return (
    <button type="submit" class={`button button-${isSecondary ? 'secondary' : 'primary'} button-medium`}>
      {label}
    </button>
  );
}
