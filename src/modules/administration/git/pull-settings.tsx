import { Choice, PostForm, Section, Submit, Tick } from '#modules/member-pages/index.js';
import type { ConnectionSettingsView } from './git-view.types.js';

const USES = [
  ['preview', 'A preview for members'],
  ['change-request', 'A preview, and a change request; those of forks a preview only'],
  ['off', 'Nothing'],
] as const;

/** True where the host of a connection can be asked about pull requests. */
function hasPulls({ provider, publicKey }: ConnectionSettingsView['connection']): boolean {
  return provider !== 'other' && publicKey === null;
}

/** Use of the pull requests of the repository. */
export function PullSettings({
  view: { urls, changesUrl, connection, state },
}: {
  view: ConnectionSettingsView;
}) {
  if (!hasPulls(connection)) return null;
  const typed = state.typed?.get('do') === 'pulls' ? state.typed : undefined;
  const { pullRequests, hasPullComments } = connection;
  return (
    <Section title="Pull requests">
      <p>
        The address of the preview is a status of the commit and a comment. The token needs the right to write
        both.{' '}
        {changesUrl !== null && (
          <>
            The open ones are listed below <a href={changesUrl}>Changes</a>.
          </>
        )}
      </p>
      <PostForm action={urls.settings} class="member-form">
        <Choice
          name="pullRequests"
          label="A pull request becomes"
          chosen={typed?.get('pullRequests') ?? pullRequests}
          options={USES}
        />
        <Tick
          name="pullRequestComments"
          label="Comments in both places"
          value="true"
          checked={typed ? typed.has('pullRequestComments') : hasPullComments}
          hint="Comments on a change request appear on its pull request, and the other way around. Whoever sees the pull request reads them then."
        />
        <Submit does="pulls" label="Save" />
      </PostForm>
    </Section>
  );
}
