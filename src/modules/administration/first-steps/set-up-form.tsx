import { Field, type FormState, Outcome, PostForm, Submit } from '#modules/member-pages/index.js';
import { MIN_PASSWORD } from '#modules/users/index.js';

/** Asks the first administrator for the organization, their name, and a way to come back. */
export function SetUpForm({
  action,
  stored,
  asksPassword,
  state: { problem, typed },
}: {
  action: string;
  stored: { title: string; hostname: string; email: string; displayName: string };
  asksPassword: boolean;
  state: FormState;
}) {
  const value = (name: keyof typeof stored) => typed?.get(name) ?? stored[name];
  return (
    <>
      <p>Two steps: who you are, and what you begin with. You can change all of it later.</p>
      <Outcome problem={problem} />
      <PostForm action={action} class="member-form">
        <OrganizationFields value={value} />
        <Field
          name="displayName"
          label="Your name"
          value={value('displayName')}
          required
          maxLength={64}
          autocomplete="name"
        />
        <Field
          name="email"
          label="Your mail address"
          hint="You sign in with it. Nothing is sent to it now."
          type="email"
          value={value('email')}
          required
          autocomplete="username"
        />
        {asksPassword && <PasswordField />}
        <Submit does="set-up" label="Go on" kind="primary" />
      </PostForm>
    </>
  );
}

function OrganizationFields({ value }: { value: (name: 'title' | 'hostname') => string }) {
  return (
    <>
      <Field
        name="title"
        label="Name of your organization"
        value={value('title')}
        required
        minLength={2}
        maxLength={255}
        autocomplete="organization"
      />
      <Field
        name="hostname"
        label="Its name in addresses"
        hint="Part of the address of each site, the demo's too: letters, digits and hyphens."
        value={value('hostname')}
        required
        minLength={3}
        maxLength={32}
        autocomplete="off"
        spellcheck={false}
      />
    </>
  );
}

function PasswordField() {
  return (
    <Field
      name="password"
      label="A password"
      hint={`At least ${MIN_PASSWORD} characters; a sentence is good. Passkeys and single sign-on can be added later.`}
      type="password"
      required
      minLength={MIN_PASSWORD}
      autocomplete="new-password"
    />
  );
}
