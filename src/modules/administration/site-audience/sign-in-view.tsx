import {
  Choice,
  CopyableText,
  Copyable,
  Danger,
  Field,
  Hidden,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import { shownFields } from '../changed-fields.js';
import { sitePath } from '../sites/site-frame.js';
import { audienceFrame, AudienceParts } from './audience-frame.js';
import { exampleClaims } from './claims.js';
import type { SignInView } from './sign-in-view.types.js';
import { signInCode } from './sign-in-code.js';
import { CheckToken, TryVisitor } from './trial-view.js';

/** The page about the sign-in of visitors: the address, the key, code to begin with, and a way to try it. */
export function signInPage(base: string, view: SignInView): ShownPage {
  const { row, state } = view;
  const here = sitePath(base, row.site, 'audience/sign-in');
  return shownPage(
    audienceFrame(base, row, 'audience/sign-in'),
    <>
      <AudienceParts base={base} row={row} current="audience/sign-in" />
      <Outcome notice={state.notice || undefined} problem={state.problem} />
      <Use base={base} view={view} />
      <Members here={here} view={view} />
      <Address here={here} view={view} />
      <Key here={here} view={view} />
      <Code view={view} />
      <TryVisitor here={here} view={view} />
      <CheckToken here={here} view={view} />
    </>,
  );
}

function Use({ base, view: { row, auth } }: { base: string; view: SignInView }) {
  const { visibility, adaptiveContent } = row.site;
  if (visibility === 'visitor-auth' && auth.isByMembers)
    return (
      <p>
        Members and guests who may see this site read it, once they have signed in with their account here.
      </p>
    );
  if (visibility === 'visitor-auth')
    return (
      <p>
        Your own sign-in says who reads the site: it sends visitors to the site with a token that it signs
        with the key below. Everybody else is sent to your sign-in.
      </p>
    );
  return (
    <p>
      {adaptiveContent
        ? 'Nobody has to sign in, but a token that visitors bring decides what they see.'
        : 'The site does not ask for tokens now.'}{' '}
      To require them, choose “Signed-in visitors” as the{' '}
      <a href={sitePath(base, row.site, 'audience')}>audience</a>.
    </p>
  );
}

/** The sign-in that needs no server of one's own. */
function Members({ here, view: { auth } }: { here: string; view: SignInView }) {
  return (
    <Section title="Members only">
      <p>
        Whoever may see this site here, by their role or by its page “Share”, reads it with the same account.
        Nothing else is to be set up. Who is removed reads on for half an hour at most.
      </p>
      {auth.isByMembers ? (
        <Danger
          summary="Let members in no more"
          action={here}
          does="no-members"
          label="Let members in no more"
        >
          <p>Nobody can sign in to the site until you name the address of another sign-in.</p>
        </Danger>
      ) : auth.fallbackUrl === null && auth.backend === 'custom' ? (
        <PostForm action={here} class="member-actions">
          <Submit does="members" label="Let members in" kind="primary" />
        </PostForm>
      ) : (
        <Danger summary="Let members in" action={here} does="members" label="Let members in">
          <p>Visitors are not sent to the sign-in any more that is set now.</p>
        </Danger>
      )}
    </Section>
  );
}

function Address({ here, view: { auth, state } }: { here: string; view: SignInView }) {
  const typed = state.typed?.get('do') === 'save' ? state.typed : null;
  const { backend, integration, fallbackUrl } = auth;
  return (
    <Section title="Address of the sign-in">
      <PostForm action={here} class="member-form">
        <Hidden fields={shownFields({ backend, url: fallbackUrl ?? '' })} />
        {(integration !== null || backend === 'integration') && (
          <Choice
            name="backend"
            label="Signed in by"
            chosen={typed?.get('backend') ?? backend}
            options={[
              ['custom', 'A service of your own'],
              ['integration', `The integration ${integration ?? 'that was installed here'}`],
            ]}
          />
        )}
        <Field
          name="url"
          label="Address of your sign-in"
          type="url"
          value={typed?.get('url') ?? fallbackUrl ?? ''}
          placeholder="https://example.com/login"
          hint="Visitors without a valid token are sent there, with the page they wanted in “location”. Without an address they get a page that says that they have to sign in."
          dir="ltr"
        />
        <Submit does="save" label="Save" />
      </PostForm>
    </Section>
  );
}

function Key({ here, view: { auth, found } }: { here: string; view: SignInView }) {
  const { privateKey, backend } = auth;
  return (
    <Section title="Signing key">
      <p>
        Your sign-in signs tokens with it (HS256). Keep it on your server: whoever has it lets anybody in.
        {backend === 'integration' &&
          ' The integration signs with a key of its own, so this one is not used now.'}
      </p>
      {found.isKeyShown ? (
        <Copyable label="Signing key" value={privateKey} />
      ) : (
        <PostForm action={here} class="member-actions">
          <code class="site-key">{`${'•'.repeat(12)}${privateKey.slice(-4)}`}</code>
          <Submit does="show-key" label="Show the key" />
        </PostForm>
      )}
      <Danger summary="Replace the key" action={here} does="regenerate" label="Replace the key">
        <p>
          Tokens that were signed with the old key stop with the next request: all visitors who are signed in
          have to sign in again, and nobody can before your sign-in has the new key. The old key does not come
          back.
        </p>
      </Danger>
    </Section>
  );
}

function Code({ view: { address, schema } }: { view: SignInView }) {
  return (
    <Section title="Code for your sign-in">
      <p>After a visitor has signed in with you, sign a token and send them to the page that they wanted.</p>
      {signInCode(address, exampleClaims(schema)).map(({ language, code }, index) => (
        <details open={index === 0}>
          <summary>{language}</summary>
          <CopyableText label={language} value={code} />
        </details>
      ))}
      <p class="member-hint">
        A token has an end (“exp”), is signed with HS256, and has at most 3,800 characters, because it is kept
        in a cookie. The site takes it out of the address.
      </p>
    </Section>
  );
}
