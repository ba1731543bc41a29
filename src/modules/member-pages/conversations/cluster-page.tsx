import type { FoundIssue } from '#modules/conversations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { Outcome } from '../outcome.js';
import { MemberTime } from '../member-time.js';
import type { ClusterPageView } from './cluster-page.types.js';
import { Requests } from './cluster-requests.js';
import { Pulse } from './pulse.js';
import { summaryBesides } from './summary-besides.js';

/** One cluster: what was asked, which pages may answer it, and what was or can be made of it. */
export function clusterPage(base: string, page: ClusterPageView): ShownPage {
  const { organization, view, issues, more, spaces, state } = page;
  const { cluster } = view;
  const list = `${base}/app/o/${encodeURIComponent(organization.id)}/conversations`;
  const here = `${list}/${encodeURIComponent(cluster.id)}`;
  const older = `${here}?${new URLSearchParams({ page: more ?? '' }).toString()}`;
  return shownPage(
    {
      title: cluster.label,
      organizationId: organization.id,
      breadcrumbs: [{ href: list, title: 'Conversations' }],
    },
    <>
      <Outcome {...state} />
      <Summary title={cluster.label} text={cluster.summary} />
      <Facts view={view} />
      <Pages base={base} spaces={spaces} />
      <Requests base={base} here={here} page={page} />
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

/** The summary without its title, in paragraphs. */
function Summary({ title, text }: { title: string; text: string }) {
  const paragraphs = summaryBesides(title, text).split(/\n{2,}/);
  return (
    <>
      {paragraphs
        .filter((paragraph) => paragraph !== '')
        .map((paragraph) => (
          <p dir="auto">{paragraph}</p>
        ))}
    </>
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
      {spaces.length === 0 && <p>None in the spaces that you see has the words of these questions.</p>}
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

function Issue({ found: { issue, conversation } }: { found: FoundIssue }) {
  const name = conversation.subject ?? conversation.id;
  const besides = summaryBesides(issue.title, issue.summary);
  return (
    <tr>
      <th scope="row" dir="auto">
        {issue.title}
        {besides !== '' && <p class="member-hint">{besides}</p>}
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
