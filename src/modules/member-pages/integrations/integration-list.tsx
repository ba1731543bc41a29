import type { InstallationView, IntegrationResource } from '#modules/integrations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';

export interface IntegrationListView {
  organization: { id: string; title: string };
  installed: readonly InstallationView[];
  available: readonly IntegrationResource[];
  /** Cursor of further ones. */
  more: string | null;
  search: string;
}

/** Installations of an organization, and the integrations it can choose from. */
export function integrationList(base: string, view: IntegrationListView): ShownPage {
  const { organization, installed, available, more, search } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/integrations`;
  const have = new Set(installed.map(({ integration }) => integration.name));
  return shownPage(
    { title: 'Integrations', organizationId: organization.id },
    <>
      <Installed here={here} installed={installed} />
      <form method="get" action={here} class="member-form" role="search">
        <label for="search">Search integrations</label>
        <input id="search" name="search" type="search" maxLength={100} value={search} />
        <button type="submit" class="button button-secondary">
          Search
        </button>
      </form>
      <Available here={here} available={available.filter(({ name }) => !have.has(name))} />
      {more !== null && (
        <p>
          <a href={`${here}?${new URLSearchParams({ search, page: more }).toString()}`}>More integrations</a>
        </p>
      )}
    </>,
  );
}

function Installed({ here, installed }: { here: string } & Pick<IntegrationListView, 'installed'>) {
  if (installed.length === 0) return <p>None is installed.</p>;
  return (
    <MemberTable title="Installed" columns={['Integration', 'Status', 'Gets to']}>
      {installed.map(({ integration, installation }) => (
        <tr>
          <Name here={here} integration={integration} />
          <td>{installation.status}</td>
          <td>{installation.spaces === 1 ? '1 space' : `${installation.spaces} spaces`}</td>
        </tr>
      ))}
    </MemberTable>
  );
}

function Available({ here, available }: { here: string } & Pick<IntegrationListView, 'available'>) {
  if (available.length === 0) return <p>There are no others.</p>;
  return (
    <MemberTable title="To choose from" columns={['Integration', 'Published by']}>
      {available.map((integration) => (
        <tr>
          <Name here={here} integration={integration} />
          <td dir="auto">{integration.verified ? 'Part of Bindery' : integration.owner.title}</td>
        </tr>
      ))}
    </MemberTable>
  );
}

interface NameProps {
  here: string;
  integration: Pick<IntegrationResource, 'name' | 'title' | 'description'>;
}

function Name({ here, integration: { name, title, description } }: NameProps) {
  return (
    <th scope="row" dir="auto">
      <a href={`${here}/${encodeURIComponent(name)}`}>{title}</a>
      <p class="member-hint">{description}</p>
    </th>
  );
}
