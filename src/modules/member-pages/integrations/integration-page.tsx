import {
  ANSWERED_AT_ONCE,
  type IntegrationEvent,
  type IntegrationResource,
} from '#modules/integrations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import { InstallationPart } from './installation-part.js';
import type { IntegrationPageView } from './integration-page.types.js';
import { Scopes } from './scopes.js';
import { SigningSecrets } from './signing-secrets.js';
import { PostForm } from '../forms.js';

/** One integration in an organization: what it is and may do, and where it is installed, what it is told. */
export function integrationPage(base: string, view: IntegrationPageView): ShownPage {
  const { organization, integration, installed, isAdmin, problem } = view;
  const list = `${base}/app/o/${encodeURIComponent(organization.id)}/integrations`;
  const action = `${list}/${encodeURIComponent(integration.name)}`;
  return shownPage(
    {
      title: integration.title,
      organizationId: organization.id,
      breadcrumbs: [{ href: list, title: 'Integrations' }],
      bundles: ['forms'],
    },
    <>
      {problem !== undefined && (
        <p class="member-problem" role="alert">
          {problem}
        </p>
      )}
      <p dir="auto">{integration.description}</p>
      <p class="member-hint">
        Published by {integration.verified ? 'Bindery' : integration.owner.title}, version{' '}
        {integration.version}.{' '}
        {installed ? `It is ${installed.installation.status}.` : 'It is not installed.'}
      </p>
      {installed ? (
        <InstallationPart action={action} view={{ ...view, installed }} />
      ) : (
        <NotInstalled action={action} integration={integration} isAdmin={isAdmin} />
      )}
      {installed && isAdmin && view.secrets.length > 0 && <SigningSecrets action={action} view={view} />}
      {installed && isAdmin && <EventTable action={action} view={view} />}
    </>,
  );
}

function NotInstalled({
  action,
  integration,
  isAdmin,
}: {
  action: string;
  integration: IntegrationResource;
  isAdmin: boolean;
}) {
  return (
    <>
      <Scopes title="It asks for" scopes={integration.scopes} />
      {isAdmin ? (
        <PostForm action={action}>
          <button type="submit" name="do" value="install" class="button button-primary button-medium">
            Install
          </button>
        </PostForm>
      ) : (
        <p>Administrators of the organization can install it.</p>
      )}
    </>
  );
}

function EventTable({ action, view: { events } }: { action: string; view: IntegrationPageView }) {
  if (events.length === 0)
    return (
      <>
        <h2>Events</h2>
        <p>It was told nothing yet.</p>
      </>
    );
  return (
    <MemberTable title="Events" columns={['Event', 'When (UTC)', 'Outcome', 'Again']}>
      {events.map((event) => (
        <EventRow action={action} event={event} />
      ))}
    </MemberTable>
  );
}

function EventRow({ action, event }: { action: string; event: IntegrationEvent }) {
  const { id, type, createdAt, state, attempts, failure, logs } = event;
  const isAnswered = ANSWERED_AT_ONCE.test(type);
  return (
    <tr>
      <th scope="row">{type}</th>
      <td>
        <MemberTime at={createdAt} />
      </td>
      <td>
        {state}
        {attempts > 1 && ` after ${attempts} attempts`}
        {failure !== null && <p class="member-hint">{failure}</p>}
        {logs.length > 0 && (
          <details>
            <summary>Trace</summary>
            {logs.map(({ level, message }) => (
              <p class="member-hint">
                {level}: <code dir="auto">{message}</code>
              </p>
            ))}
          </details>
        )}
      </td>
      <td>
        {!isAnswered && state !== 'waiting' && (
          <PostForm action={action}>
            <input type="hidden" name="event" value={id} />
            <button
              type="submit"
              name="do"
              value="redeliver"
              class="button button-secondary"
              aria-label={`Deliver again: ${type} of ${createdAt.toISOString()}`}
            >
              Deliver again
            </button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}
