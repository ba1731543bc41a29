import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) offerPasskey(form);
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-show]')) offerShow(button);

/** Shows a form for passkeys, which the browser answers. Passkeys answer at one origin alone. */
function offerPasskey(form: HTMLFormElement): void {
  const { passkey, options = '{}', origin } = form.dataset;
  if (!browserSupportsWebAuthn() || location.origin !== origin) return;
  for (const part of form.querySelectorAll<HTMLElement>('[data-needs-passkeys]')) part.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const answer =
      passkey === 'register'
        ? startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
        : startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON });
    void answer.then(
      (response) => send(form, response),
      (error: unknown) => tell(form, error),
    );
  });
  if (passkey === 'sign-in')
    void offerAutofill(form, JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON);
}

/** Lets the field for the mail address offer the passkeys that the browser knows. */
async function offerAutofill(
  form: HTMLFormElement,
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<void> {
  if (
    !document.querySelector('input[autocomplete$="webauthn"]') ||
    !(await browserSupportsWebAuthnAutofill())
  )
    return;
  try {
    send(form, await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    // Nobody asked for it: the button, pressed meanwhile, or the page left, ends it.
  }
}

function send(form: HTMLFormElement, response: object): void {
  const field = form.querySelector<HTMLInputElement>('input[name="response"]');
  if (!field) return;
  field.value = JSON.stringify(response);
  form.submit();
}

function tell(form: HTMLFormElement, error: unknown): void {
  const place = form.querySelector<HTMLElement>('[data-passkey-problem]');
  if (!place) return;
  place.hidden = false;
  place.textContent = sentenceFor(error instanceof Error ? error.name : '');
}

function sentenceFor(name: string): string {
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was chosen. Try again, or take another way.';
  return 'Your browser could not use a passkey here. Take another way.';
}

/** Shows a button that makes a password readable. */
function offerShow(button: HTMLButtonElement): void {
  const field = document.getElementById(button.dataset['show'] ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  const label = document.querySelector(`label[for="${field.id}"]`)?.textContent ?? '';
  button.hidden = false;
  button.setAttribute('aria-label', `Show: ${label}`);
  button.addEventListener('click', () => {
    const isShown = field.type === 'text';
    field.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!isShown));
    field.focus();
  });
}
