import { Copyable, LongField, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import type { CheckedToken } from '#modules/sites/index.js';
import { exampleClaims } from './claims.js';
import type { SignInView } from './sign-in-view.types.js';
import { tokenVerdict } from './token-words.js';

/** A form that opens the site as somebody with certain claims. */
export function TryVisitor({ here, view }: { here: string; view: SignInView }) {
  const { found, schema, state } = view;
  const typed = state.typed?.get('do') === 'try' ? state.typed.get('claims') : null;
  return (
    <Section title="Try it">
      <PostForm action={`${here}#try`} class="member-form site-json">
        <LongField
          id="try"
          name="claims"
          label="Claims of a visitor"
          rows={5}
          value={typed ?? JSON.stringify(exampleClaims(schema), null, 2)}
          hint="As JSON. The site is opened as if your sign-in had vouched for them."
          spellcheck={false}
          dir="ltr"
        />
        <Submit does="try" label="Create the link" />
      </PostForm>
      {found.trial && <Trial view={view} trial={found.trial} />}
    </Section>
  );
}

function Trial({
  view: { row },
  trial,
}: {
  view: SignInView;
  trial: NonNullable<SignInView['found']['trial']>;
}) {
  const { url, token, preview } = trial;
  return (
    <div class="site-result" role="status">
      {url === null ? (
        <p>
          {row.site.published
            ? 'The site reads no tokens now, so it looks the same to everybody.'
            : 'The site is not published, so only a preview shows it.'}
        </p>
      ) : (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            Open the site as this visitor
          </a>{' '}
          <span class="member-hint">Your browser stays this visitor there for an hour.</span>
        </p>
      )}
      {preview === null ? (
        <p class="member-hint">The claims are too long for the address of a preview.</p>
      ) : (
        <p>
          <a href={preview} target="_blank" rel="noreferrer">
            Open a preview with these claims
          </a>{' '}
          <span class="member-hint">Published or not; it shows no space that you cannot see.</span>
        </p>
      )}
      {url !== null && <Copyable label="Link for this visitor" value={url} />}
      <Copyable label="Token of this visitor" value={token} />
      <Claims row={row} found={trial} />
    </div>
  );
}

/** A form that says whether a token lets its visitor in. */
export function CheckToken({ here, view }: { here: string; view: SignInView }) {
  const { found, state, row } = view;
  const typed = state.typed?.get('do') === 'check' ? state.typed.get('token') : null;
  return (
    <Section title="Check a token">
      <PostForm action={`${here}#check`} class="member-form site-json">
        <LongField
          id="check"
          name="token"
          label="A token of your sign-in"
          rows={4}
          value={typed ?? ''}
          hint="Or the address with the token in it."
          spellcheck={false}
          dir="ltr"
        />
        <Submit does="check" label="Check it" />
      </PostForm>
      {found.checked && <Verdict row={row} checked={found.checked} />}
    </Section>
  );
}

function Verdict({ row, checked }: Pick<SignInView, 'row'> & { checked: CheckedToken }) {
  const { isValid, sentence } = tokenVerdict(checked);
  return (
    <div class="site-result" role="status">
      <p>
        <strong class={isValid ? 'status status-merged' : 'status status-danger'}>
          {isValid ? 'Valid' : 'Refused'}
        </strong>{' '}
        {sentence}
      </p>
      {isValid && !checked.isRead && (
        <p class="member-hint">The site reads no tokens now: anybody can open it, and claims do not count.</p>
      )}
      {isValid && <Claims row={row} found={checked} />}
    </div>
  );
}

function Claims({
  row,
  found: { accepted, dropped },
}: Pick<SignInView, 'row'> & { found: Pick<CheckedToken, 'accepted' | 'dropped'> }) {
  const counts = row.site.adaptiveContent;
  return (
    <>
      {counts && (
        <p>
          Conditions see{' '}
          {Object.keys(accepted).length === 0 ? 'no claims.' : <code>{JSON.stringify(accepted)}</code>}
        </p>
      )}
      {!counts && <p class="member-hint">Claims do not count on this site, so conditions see none.</p>}
      {dropped.length > 0 && (
        <>
          <p>The site drops:</p>
          <ul>
            {dropped.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
