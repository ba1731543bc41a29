import type { ComponentChildren } from 'preact';
import type { CLUSTER_ORDERS, CLUSTER_STATUSES, ClusterView } from '#modules/conversations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import type { ClusterListView } from './cluster-page.types.js';
import { Pulse } from './pulse.js';

const COLUMNS = ['Question', 'Last 13 weeks', 'Asked', 'Conversations', 'Change requests', 'Changed (UTC)'];
const ORDERS: Record<(typeof CLUSTER_ORDERS)[number], string> = {
  updatedAt: 'When they changed',
  issues: 'Times it was asked',
  conversations: 'Conversations',
  tasksTotal: 'Change requests',
  tasksBacklog: 'Drafts',
  tasksStarted: 'Open change requests',
};
const STATUSES: Record<(typeof CLUSTER_STATUSES)[number], string> = {
  pending: 'Without a change request',
  analysing: 'With a change request in work',
};
const DIRECTIONS = { desc: 'Most or newest first', asc: 'Fewest or oldest first' };

/** List of frequent questions in an organization. */
export function clusterList(base: string, view: ClusterListView): ShownPage {
  const { organization, clusters, filter, more } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/conversations`;
  return shownPage(
    { title: 'Conversations', organizationId: organization.id },
    <>
      <p>What readers ask your support again and again, in their words.</p>
      <form method="get" action={here} class="member-filter">
        <Choice name="status" label="Show" value={filter.status ?? ''} options={{ '': 'All', ...STATUSES }} />
        <Choice name="orderBy" label="Order by" value={filter.orderBy} options={ORDERS} />
        <Choice name="order" label="Direction" value={filter.order} options={DIRECTIONS} />
        <button type="submit" class="button button-secondary">
          Show
        </button>
      </form>
      {clusters.length === 0 ? (
        <p>
          {filter.status === undefined
            ? 'Nothing was asked more than once yet.'
            : 'No questions have this status.'}
        </p>
      ) : (
        <MemberTable title="Questions" columns={COLUMNS}>
          {clusters.map((cluster) => (
            <Row here={here} view={cluster} />
          ))}
        </MemberTable>
      )}
      {more !== null && (
        <p>
          <a href={`${here}?${nextOf(filter, more)}`}>More questions</a>
        </p>
      )}
    </>,
  );
}

function nextOf({ order, orderBy, status }: ClusterListView['filter'], page: string): string {
  return new URLSearchParams({ order, orderBy, ...(status ? { status } : {}), page }).toString();
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: ComponentChildren;
  value: string;
  options: Record<string, string>;
}) {
  return (
    <label>
      {label}
      <select name={name}>
        {Object.entries(options).map(([option, words]) => (
          <option value={option} selected={option === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Row({ here, view: { cluster, weeklyPulse } }: { here: string; view: ClusterView }) {
  const { id, label, summary, issues, conversations, tasksTotal, updatedAt } = cluster;
  return (
    <tr>
      <th scope="row" dir="auto">
        <a href={`${here}/${encodeURIComponent(id)}`}>{label}</a>
        {summary !== label && <p class="member-hint">{summary}</p>}
      </th>
      <td>
        <Pulse weeks={weeklyPulse} />
      </td>
      <td>{issues}</td>
      <td>{conversations}</td>
      <td>{tasksTotal}</td>
      <td>
        <MemberTime at={updatedAt} />
      </td>
    </tr>
  );
}
