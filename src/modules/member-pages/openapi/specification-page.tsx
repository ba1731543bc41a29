import type { SpecRecord, VersionRecord } from '#modules/openapi/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import { MoreLink } from '../more-link.js';
import { Reading, Source } from './specification-parts.js';

/** One OpenAPI specification: where it is from, how reading it went, and its versions, newest first. */
export function specificationPage(
  base: string,
  view: {
    spec: SpecRecord;
    /** The address at which everybody can fetch it; null for a private one. */
    published: string | null;
    versions: readonly VersionRecord[];
    /** Cursor of older ones. */
    more: string | null;
  },
): ShownPage {
  const { spec, published, versions, more } = view;
  const list = `${base}/app/o/${encodeURIComponent(spec.organizationId)}/openapi`;
  return shownPage(
    {
      title: spec.slug,
      organizationId: spec.organizationId,
      breadcrumbs: [{ href: list, title: 'OpenAPI specifications' }],
    },
    <>
      <dl class="member-facts">
        <dt>Source</dt>
        <dd>
          <Source url={spec.sourceUrl} />
        </dd>
        <dt>Visibility</dt>
        <dd>{published === null ? spec.visibility : <a href={published}>{spec.visibility}</a>}</dd>
        <dt>Latest reading (UTC)</dt>
        <dd>
          <Reading spec={spec} />
        </dd>
      </dl>
      <Problems spec={spec} />
      <Versions spec={spec} versions={versions} />
      <MoreLink here={`${list}/${encodeURIComponent(spec.slug)}`} cursor={more} what="Older versions" />
    </>,
  );
}

/** The versions that were read, newest first. */
function Versions({ spec, versions }: { spec: SpecRecord; versions: readonly VersionRecord[] }) {
  if (versions.length === 0) return <p>There is no version yet: the source could not be read so far.</p>;
  return (
    <MemberTable title="Versions" columns={['Version', 'Made (UTC)']}>
      {versions.map(({ id, createdAt }) => (
        <tr>
          <th scope="row">
            <code>{id}</code>
            {id === spec.lastVersionId && <span class="member-badge">shown to readers</span>}
          </th>
          <td>
            <MemberTime at={createdAt} />
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

/** The problems that the last reading of the source met. */
function Problems({ spec: { lastErrorCode, lastErrors } }: { spec: SpecRecord }) {
  if (lastErrors.length === 0) return null;
  return (
    <section class={lastErrorCode === null ? undefined : 'member-problem'}>
      <h2>{lastErrorCode === null ? 'Problems' : 'Why it could not be read'}</h2>
      <ul>
        {lastErrors.map(({ message }) => (
          <li dir="auto">{message}</li>
        ))}
      </ul>
    </section>
  );
}
