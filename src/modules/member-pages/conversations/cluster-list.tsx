import type { ComponentChildren } from 'preact';
import type { CLUSTER_ORDERS, CLUSTER_STATUSES, ClusterView } from '#modules/conversations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { Empty } from '../fields.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import type { ClusterListView } from './cluster-page.types.js';
import { Pulse } from './pulse.js';
import { summaryBesides } from './summary-besides.js';

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
  const { organization, clusters, filter, more, canHandIn } = view;
  const isEmpty = clusters.length === 0 && filter.status === undefined;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/conversations`;
  return shownPage(
    { title: 'Conversations', organizationId: organization.id },
    <>
      <p>What readers ask your support again and again, in their words.</p>
      {canHandIn && !isEmpty && (
        <p>
          <a href={`${here}/hand-in`}>Hand in conversations</a>
        </p>
      )}
      {!isEmpty && <Filter here={here} filter={filter} />}
      {clusters.length === 0 ? (
        <NoQuestions here={here} isFiltered={filter.status !== undefined} canHandIn={canHandIn} />
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

function Filter({ here, filter }: { here: string; filter: ClusterListView['filter'] }) {
  return (
    <form method="get" action={here} class="member-filter">
      <Choice name="status" label="Show" value={filter.status ?? ''} options={{ '': 'All', ...STATUSES }} />
      <Choice name="orderBy" label="Order by" value={filter.orderBy} options={ORDERS} />
      <Choice name="order" label="Direction" value={filter.order} options={DIRECTIONS} />
      <button type="submit" class="button button-secondary">
        Filter
      </button>
    </form>
  );
}

/** Says why the list is empty, and how to fill it. */
function NoQuestions({
  here,
  isFiltered,
  canHandIn,
}: {
  here: string;
  isFiltered: boolean;
  canHandIn: boolean;
}) {
  if (isFiltered) return <p>No questions have this status.</p>;
  return (
    <Empty>
      <p>Nothing was asked more than once yet.</p>
      <p>
        {canHandIn ? (
          <>
            <a href={`${here}/hand-in`}>Hand in what readers asked</a>, as a file or one by one. An
            integration or a script of yours can do it with <code>POST /v1/orgs/…/conversations</code>.
          </>
        ) : (
          'Members with the role “create” or a stronger one in the organization hand in what readers asked.'
        )}{' '}
        Questions that more than one person had are brought together here.
      </p>
    </Empty>
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
  const besides = summaryBesides(label, summary);
  return (
    <tr>
      <th scope="row" dir="auto">
        <a href={`${here}/${encodeURIComponent(id)}`}>{label}</a>
        {besides !== '' && <p class="member-hint">{besides}</p>}
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
