import type { ComponentChildren } from 'preact';
import { PostForm } from '../forms.js';

/**
 * A form that the browser fills with the answer of a passkey, which takes a script (bundle `sign-in`): nothing is shown without.
 * @param kind `sign-in` asks for any passkey, `register` makes one.
 * @param options what the browser needs, as the server made it.
 */
export function PasskeyForm({
  kind,
  action,
  options,
  origin,
  label,
  isPrimary = false,
  children,
}: {
  kind: 'sign-in' | 'register';
  action: string;
  options: object;
  /** The only origin at which passkeys of the installation answer. */
  origin: string;
  label: string;
  isPrimary?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <PostForm
      action={action}
      class="member-form passkey-form"
      data={{ passkey: kind, options: JSON.stringify(options), origin }}
    >
      <input type="hidden" name="response" value="" />
      <div class="passkey-fields" hidden data-needs-passkeys="">
        {children}
        <button type="submit" class={`button button-${isPrimary ? 'primary' : 'secondary'} button-medium`}>
          {label}
        </button>
      </div>
      <p class="member-problem" role="alert" data-passkey-problem="" hidden></p>
    </PostForm>
  );
}

/** A field for a password, which a button shows where scripts run (bundle `sign-in`). */
export function PasswordField({
  name,
  label,
  hint,
  autocomplete,
  autofocus,
  problem,
}: {
  name: string;
  label: string;
  hint?: string;
  autocomplete: 'current-password' | 'new-password';
  autofocus?: boolean;
  /** Id of the text that says what is wrong with it. */
  problem?: string;
}) {
  const described = [hint === undefined ? '' : `${name}-hint`, problem ?? '']
    .filter((id) => id !== '')
    .join(' ');
  return (
    <>
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="member-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <span class="password-field">
        <input
          type="password"
          id={name}
          name={name}
          required
          autocomplete={autocomplete}
          autofocus={autofocus}
          {...(described === '' ? {} : { 'aria-describedby': described })}
          {...(problem === undefined ? {} : { 'aria-invalid': 'true' as const })}
        />
        <button type="button" class="button button-secondary" data-show={name} aria-pressed="false" hidden>
          Show
        </button>
      </span>
    </>
  );
}
