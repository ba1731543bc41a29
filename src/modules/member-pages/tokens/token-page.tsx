import { Danger } from '../fields.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import type { TokenRecord } from '#modules/users/index.js';
import type { Scope } from '#platform/http/scopes.js';
import { PostForm } from '../forms.js';

/** Input of the form for a new token. */
export interface TokenForm {
  label: string;
  /** Days until it ends; 0: with the session. */
  days: number;
  scopes: readonly string[];
}

export interface TokensView {
  tokens: readonly TokenRecord[];
  /** Cursor of the older ones. */
  older: string | null;
  /** When that session ends; null: never, as some tokens do. */
  sessionEnds: Date | null;
  /** Days that a token made here may last. */
  lifetimes: readonly number[];
  /** Scopes that one may have. */
  scopes: readonly Scope[];
  /** The token that was just made: it is never shown again. */
  made: { label: string; token: string } | null;
  typed: TokenForm;
  problem?: string;
}

/** The member's own tokens, and the form that makes one. */
export function tokensPage(base: string, view: TokensView): ShownPage {
  const { made, tokens, older } = view;
  return shownPage(
    { title: 'Tokens' },
    <>
      {made && (
        <div class="member-secret" role="status">
          <p>
            This is the token <strong dir="auto">{made.label}</strong>. Copy it now: it is never shown again.
          </p>
          <code>{made.token}</code>
        </div>
      )}
      <p>Programs use the API as you with a personal token. Whoever has it can do what it can do.</p>
      <NewTokenForm base={base} view={view} />
      <h2>Your tokens</h2>
      <p class="member-hint">
        Browsers in which you are signed in are listed under{' '}
        <a href={`${base}/app/profile/sessions`}>Sessions</a>.
      </p>
      <div class="member-table" tabIndex={0} role="region" aria-label="Your tokens">
        <table>
          <thead>
            <tr>
              <th scope="col">Label</th>
              <th scope="col">May</th>
              <th scope="col">Made</th>
              <th scope="col">Ends</th>
              <th scope="col">Last used</th>
              <th scope="col">Revoke</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow base={base} token={token} />
            ))}
          </tbody>
        </table>
      </div>
      {older !== null && (
        <p>
          <a href={`${base}/app/tokens?${new URLSearchParams({ page: older }).toString()}`}>Older ones</a>
        </p>
      )}
    </>,
  );
}

function NewTokenForm({ base, view }: { base: string; view: TokensView }) {
  const { typed, problem, sessionEnds, lifetimes, scopes } = view;
  return (
    <PostForm action={`${base}/app/tokens`} class="member-form">
      {problem !== undefined && (
        <p class="member-problem" role="alert" id="problem">
          {problem}
        </p>
      )}
      <label for="label">What it is for</label>
      <input
        id="label"
        name="label"
        required
        maxLength={50}
        autocomplete="off"
        value={typed.label}
        {...(problem === undefined ? {} : { 'aria-describedby': 'problem' })}
      />
      <label for="days">When it ends</label>
      <select id="days" name="days">
        {lifetimes.map((days) => (
          <option value={days} selected={days === typed.days}>
            In {days} days
          </option>
        ))}
        <option value={0} selected={typed.days === 0}>
          {sessionEnds === null ? 'When I revoke it' : 'With this session'}
        </option>
      </select>
      <details open={typed.scopes.length > 0}>
        <summary>Limit what it may do</summary>
        <fieldset>
          <legend>Without a tick, everything that you may do here</legend>
          {scopes.map((scope) => (
            <label>
              <input type="checkbox" name="scope" value={scope} checked={typed.scopes.includes(scope)} />{' '}
              {scope}
            </label>
          ))}
        </fieldset>
      </details>
      <button type="submit" class="button button-primary button-medium">
        Create the token
      </button>
    </PostForm>
  );
}

function TokenRow({ base, token }: { base: string; token: TokenRecord }) {
  const { id, label, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return (
    <tr>
      <th scope="row" dir="auto">
        {label}
      </th>
      <td>{scopes === null ? 'Everything you may do' : scopes.join(', ')}</td>
      <td>{timeOf(createdAt)}</td>
      <td>{expiresAt === null ? 'Never' : timeOf(expiresAt)}</td>
      <td>{lastUsedAt === null ? 'Not yet' : timeOf(lastUsedAt)}</td>
      <td>
        <Danger
          summary="Revoke"
          action={`${base}/app/tokens`}
          does="revoke"
          label="Revoke the token"
          whom={label}
          fields={{ revoke: id }}
        >
          <p>Whatever uses it is refused from its next request on. This cannot be taken back.</p>
        </Danger>
      </td>
    </tr>
  );
}

/** To the minute, the same for everybody. */
const timeOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
