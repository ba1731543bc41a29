import type { GitHubApp, NewApp } from '#modules/git/index.js';
import {
  Ago,
  Danger,
  Field,
  Hidden,
  type FormState,
  MemberTable,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import { operatePage, operateUrl } from '../operate-page.js';

const GITHUB = 'https://github.com';

/** The GitHub Apps of the installation, and the form for another one. */
export function gitHubAppPage(base: string, apps: readonly GitHubApp[], state: FormState): ShownPage {
  const here = operateUrl(base, 'github');
  return operatePage(
    base,
    'github',
    <>
      <Outcome notice={state.notice || undefined} problem={state.problem} />
      <p>
        With a GitHub App, members connect spaces with repositories of accounts that their organization has
        linked: nobody makes a token, pushes are told at once, and what the App may do ends with the App, not
        with a person who leaves.
      </p>
      {apps.length > 0 && (
        <MemberTable title="GitHub Apps" columns={['App', 'Belongs to', 'Made', 'Remove']}>
          {apps.map((app) => (
            <AppRow here={here} app={app} />
          ))}
        </MemberTable>
      )}
      <Section title={apps.length > 0 ? 'Another host' : 'Make the GitHub App'}>
        <PostForm action={here} class="member-form">
          <Field
            name="host"
            label="Web address of GitHub"
            type="url"
            required
            maxLength={255}
            value={state.typed?.get('host') ?? (apps.length > 0 ? '' : GITHUB)}
            hint="Of github.com, or of a GitHub Enterprise server."
          />
          <Field
            name="account"
            label="Organization at GitHub that the App belongs to"
            maxLength={100}
            value={state.typed?.get('account') ?? ''}
            placeholder="acme"
            hint="Its name in addresses. Empty for your own account."
          />
          <Tick
            name="public"
            label="Other accounts at GitHub may install it too"
            checked={state.typed?.has('public') ?? false}
          />
          <Submit does="begin" label="Continue" kind="primary" />
        </PostForm>
      </Section>
    </>,
    { status: state.status },
  );
}

/** The second step: this form goes to GitHub, which shows what the App may do, and comes back. */
export function newAppPage(base: string, { action, manifest }: NewApp): ShownPage {
  const { host } = new URL(action);
  return operatePage(
    base,
    'github',
    <Section title={`Make the App at ${host}`}>
      <p>
        {host} shows the App with what it may do: read and write the content of the repositories that an
        account chooses, comment on pull requests, and set commit statuses. Confirm it there; you come back
        here.
      </p>
      <form method="post" action={action} class="member-form">
        <Hidden fields={{ manifest }} />
        <button type="submit" class="button button-primary button-medium">
          Go to {host}
        </button>
      </form>
    </Section>,
  );
}

function AppRow({ here, app: { host, slug, owner, createdAt } }: { here: string; app: GitHubApp }) {
  return (
    <tr>
      <th scope="row">
        {slug}
        <span class="member-hint people-line">{host}</span>
      </th>
      <td>{owner}</td>
      <td>
        <Ago at={createdAt} />
      </td>
      <td>
        <Danger
          summary="Remove"
          action={here}
          does="remove"
          label="Yes, remove the App"
          whom={slug}
          fields={{ host }}
        >
          <p>
            All organizations lose their links to accounts at {host}. Spaces that are connected through the
            App stop, and say so; they keep what they have.
          </p>
        </Danger>
      </td>
    </tr>
  );
}
