import { ButtonForm, Choice, Field, Section, Submit } from '../fields.js';
import { PostForm } from '../forms.js';
import type { ClusterPageView } from './cluster-page.types.js';

/** Change requests made for a cluster, and the forms that make one, or take one that there is. */
export function Requests({ base, here, page }: { base: string; here: string; page: ClusterPageView }) {
  const { changeRequests, changeRequestCount, choices } = page;
  return (
    <Section title="Change requests made for it">
      {changeRequests.length === 0 ? (
        <p>None in the spaces that you see.</p>
      ) : (
        <ul class="member-links">
          {changeRequests.map(({ changeRequest: { id, spaceId, number, subject, status } }) => (
            <li>
              <a
                href={`${base}/app/s/${encodeURIComponent(spaceId)}/~/changes/${number}/~/review`}
                dir="auto"
              >
                #{number} {subject || 'Untitled'} ({status})
              </a>
              {choices.changeable.has(id) && (
                <ButtonForm
                  action={here}
                  fields={{ changeRequest: id }}
                  does="unlink"
                  label="Not made for it"
                  whom={`#${number} ${subject}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {changeRequestCount > changeRequests.length && (
        <p>
          The newest {changeRequests.length} of {changeRequestCount}; the API lists them all.
        </p>
      )}
      <NewRequest action={here} page={page} />
      <ExistingRequest action={here} page={page} />
    </Section>
  );
}

function NewRequest({ action, page: { choices, view, state } }: { action: string; page: ClusterPageView }) {
  if (choices.spaces.length === 0) return null;
  return (
    <PostForm action={action} class="member-form">
      <h3>New change request for this</h3>
      <Choice
        name="space"
        label="Space that is to have the answer"
        chosen={state.typed?.get('space') ?? ''}
        options={choices.spaces.map(({ id, title }) => [id, title] as const)}
      />
      <Field
        name="subject"
        label="Subject"
        value={state.typed?.get('subject') ?? `Answer: ${view.cluster.label}`}
        maxLength={255}
        dir="auto"
      />
      <Submit does="create" label="Create the change request" kind="primary" />
    </PostForm>
  );
}

function ExistingRequest({ action, page: { choices } }: { action: string; page: ClusterPageView }) {
  if (choices.linkable.length === 0) return null;
  return (
    <PostForm action={action} class="member-form">
      <h3>Or take one that there is</h3>
      <Choice
        name="changeRequest"
        label="Draft or open change request"
        hint="One that is made for other questions is made for these instead."
        chosen=""
        options={choices.linkable.map(
          ({ changeRequest: { id, number, subject } }) =>
            [id, `#${number} ${subject || 'Untitled'}`] as const,
        )}
      />
      <Submit does="link" label="Note that it is made for this" />
    </PostForm>
  );
}
