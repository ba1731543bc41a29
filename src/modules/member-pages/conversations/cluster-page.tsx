import type { FoundIssue } from '#modules/conversations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import type { ClusterPageView } from './cluster-page.types.js';
import { Pulse } from './pulse.js';

/** One cluster: what was asked, which pages may answer it, and what was made of it. */
export function clusterPage(base: string, page: ClusterPageView): ShownPage {
  const { organization, view, issues, more, spaces } = page;
  const { cluster } = view;
  const list = `${base}/app/o/${encodeURIComponent(organization.id)}/conversations`;
  const older = `${list}/${encodeURIComponent(cluster.id)}?${new URLSearchParams({ page: more ?? '' }).toString()}`;
  return shownPage(
    {
      title: cluster.label,
      organizationId: organization.id,
      breadcrumbs: [{ href: list, title: 'Conversations' }],
    },
    <>
      {cluster.summary !== cluster.label && <p dir="auto">{cluster.summary}</p>}
      <Facts view={view} />
      <Pages base={base} spaces={spaces} />
      <Requests base={base} page={page} />
      <MemberTable title="Asked" columns={['Question', 'When (UTC)', 'Conversation']}>
        {issues.map((found) => (
          <Issue found={found} />
        ))}
      </MemberTable>
      {more !== null && (
        <p>
          <a href={older}>Older questions</a>
        </p>
      )}
    </>,
  );
}

function Facts({ view: { cluster, weeklyPulse } }: Pick<ClusterPageView, 'view'>) {
  const { issues, conversations, sources, updatedAt } = cluster;
  return (
    <dl class="member-facts">
      <dt>Last 13 weeks</dt>
      <dd>
        <Pulse weeks={weeklyPulse} />
      </dd>
      <dt>Asked</dt>
      <dd>
        {issues === 1 ? 'Once' : `${issues} times`}, in{' '}
        {conversations === 1 ? '1 conversation' : `${conversations} conversations`}
      </dd>
      <dt>Sources</dt>
      <dd>
        {Object.entries(sources)
          .map(([source, count]) => `${source}: ${count}`)
          .join(', ')}
      </dd>
      <dt>Changed (UTC)</dt>
      <dd>
        <MemberTime at={updatedAt} />
      </dd>
    </dl>
  );
}

function Pages({ base, spaces }: { base: string } & Pick<ClusterPageView, 'spaces'>) {
  return (
    <section>
      <h2>Pages that may answer it</h2>
      {spaces.length === 0 && <p>None in the spaces that you see.</p>}
      {spaces.map(({ space, hits }) => (
        <>
          <h3 dir="auto">{space.title}</h3>
          <ul class="member-links">
            {hits.map((hit) => (
              <li>
                <a
                  href={`${base}/app/s/${encodeURIComponent(space.id)}/~/pages/${encodeURIComponent(hit.pageId)}`}
                  dir="auto"
                >
                  {hit.title}
                </a>
                {hit.sections[0] && (
                  <p class="member-hint" dir="auto">
                    {hit.sections[0].excerpt}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      ))}
    </section>
  );
}

function Requests({ base, page }: { base: string; page: ClusterPageView }) {
  const { changeRequests, changeRequestCount } = page;
  return (
    <section>
      <h2>Change requests made for it</h2>
      {changeRequests.length === 0 ? (
        <p>None in the spaces that you see.</p>
      ) : (
        <ul class="member-links">
          {changeRequests.map(({ changeRequest: { spaceId, number, subject, status } }) => (
            <li>
              <a
                href={`${base}/app/s/${encodeURIComponent(spaceId)}/~/changes/${number}/~/review`}
                dir="auto"
              >
                #{number} {subject || 'Untitled'} ({status})
              </a>
            </li>
          ))}
        </ul>
      )}
      {changeRequestCount > changeRequests.length && (
        <p>
          The newest {changeRequests.length} of {changeRequestCount}; the API lists them all.
        </p>
      )}
    </section>
  );
}

function Issue({ found: { issue, conversation } }: { found: FoundIssue }) {
  const name = conversation.subject ?? conversation.id;
  return (
    <tr>
      <th scope="row" dir="auto">
        {issue.title}
        {issue.summary !== issue.title && <p class="member-hint">{issue.summary}</p>}
      </th>
      <td>
        <MemberTime at={issue.createdAt} />
      </td>
      <td dir="auto">
        {conversation.url === null ? name : <a href={conversation.url}>{name}</a>}
        <p class="member-hint">{conversation.source}</p>
      </td>
    </tr>
  );
}
