import {
  Field,
  type FormState,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import { settingsFrame } from '../settings/settings-frame.js';
import { KINDS } from './kinds.js';
import { signInUrls } from './sign-in-urls.js';

/** The choice of an identity provider to add. */
export function newProviderPage(base: string, organizationId: string, state: FormState): ShownPage {
  const { typed } = state;
  const { root, add } = signInUrls(base, organizationId);
  const chosen = typed?.get('kind') ?? '';
  return shownPage(
    settingsFrame(base, organizationId, 'sign-in', {
      title: 'Add single sign-on',
      heading: 'Add single sign-on',
      breadcrumbs: [{ href: root, title: 'Sign-in' }],
    }),
    <>
      <Outcome {...state} />
      <Section title="Where do your people have their accounts?">
        <PostForm action={add} class="member-form welcome-form">
          <fieldset class="choice-cards">
            <legend>Identity provider</legend>
            {KINDS.map(({ name, title, about }) => (
              <label>
                <input type="radio" name="kind" value={name} checked={name === chosen} required />
                <span>
                  <strong>{title}</strong>
                  <span class="member-hint">{about}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <Field
            name="label"
            label="Name on the sign-in page"
            hint="People choose it there, such as Company account."
            value={typed?.get('label') ?? ''}
            required
            maxLength={30}
            autocomplete="off"
          />
          <p class="member-hint">
            Nobody signs in with it yet. The next page says what to do at the provider, and lets you test it
            before you switch it on.
          </p>
          <Submit does="add" label="Go on" kind="primary" />
        </PostForm>
      </Section>
    </>,
  );
}
