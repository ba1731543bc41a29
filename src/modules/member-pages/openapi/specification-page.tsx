import type { SpecRecord, VersionRecord } from '#modules/openapi/index.js';
import { ButtonForm, Choice, Danger, Section, Submit } from '../fields.js';
import { PostForm } from '../forms.js';
import { MemberTable } from '../member-table.js';
import { MemberTime } from '../member-time.js';
import { MoreLink } from '../more-link.js';
import { Outcome } from '../outcome.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { SourceFields } from './source-fields.js';
import type { SpecPageView } from './specification-page.types.js';
import { Reading, Source } from './specification-parts.js';
import { DeletionEffect, Uses } from './specification-uses-section.js';

/** Seconds after which a page about a specification that is being read is loaded again. */
const AGAIN_SECONDS = 5;

/** One OpenAPI specification: where it is from, how reading it went, its versions, the pages that show it, and what can be changed. */
export function specificationPage(base: string, view: SpecPageView): ShownPage {
  const { spec, canEdit, versions, more, uses, state } = view;
  const list = `${base}/app/o/${encodeURIComponent(spec.organizationId)}/openapi`;
  const here = `${list}/${encodeURIComponent(spec.slug)}`;
  const isRead = spec.processingState === 'complete' || state.problem !== undefined;
  return shownPage(
    {
      title: spec.slug,
      organizationId: spec.organizationId,
      breadcrumbs: [{ href: list, title: 'OpenAPI specifications' }],
      ...(isRead ? {} : { refreshSeconds: AGAIN_SECONDS }),
    },
    <>
      <Outcome {...state} />
      <Facts view={view} />
      {canEdit && spec.sourceUrl !== null && (
        <ButtonForm action={here} does="refresh" label="Refresh now" whom={spec.slug} />
      )}
      <Problems spec={spec} />
      <Versions spec={spec} versions={versions} />
      <MoreLink here={here} cursor={more} what="Older versions" />
      <Uses base={base} uses={uses} />
      {canEdit && <Changes here={here} view={view} />}
    </>,
  );
}

function Facts({ view: { spec, published } }: { view: SpecPageView }) {
  return (
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
  );
}

/** The forms for members who may change the specification. */
function Changes({ here, view: { spec, uses, state } }: { here: string; view: SpecPageView }) {
  return (
    <>
      <Section title="Visibility">
        <PostForm action={here} class="member-form">
          <Choice
            name="visibility"
            label="The specification itself can be read by"
            hint="Pages show their part of it to whoever may read the page, either way."
            chosen={spec.visibility}
            options={[
              ['private', 'members of the organization (private)'],
              ['public', 'anybody with its address (public)'],
            ]}
          />
          <Submit does="visibility" label="Change the visibility" />
        </PostForm>
      </Section>
      <Section title="Another source">
        <p>Its content becomes the next version, which pages show once it is read.</p>
        <PostForm action={here} class="member-form" hasFiles>
          <SourceFields typed={state.typed} />
          <Submit does="source" label="Use this source" />
        </PostForm>
      </Section>
      <Section title="Delete the specification" isDangerous>
        <Danger
          summary="Delete the specification"
          action={here}
          does="delete"
          label="Delete the specification"
          whom={spec.slug}
        >
          <DeletionEffect uses={uses} />
        </Danger>
      </Section>
    </>
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
function Problems({ spec: { lastErrorCode, lastErrors, lastErrorCount } }: { spec: SpecRecord }) {
  if (lastErrors.length === 0) return null;
  return (
    <section class={lastErrorCode === null ? undefined : 'member-problem'}>
      <h2>{lastErrorCode === null ? 'Problems' : 'Why it could not be read'}</h2>
      <ul>
        {lastErrors.map(({ message }) => (
          <li dir="auto">{message}</li>
        ))}
      </ul>
      {lastErrorCount > lastErrors.length && (
        <p>
          These are the first {lastErrors.length} of {lastErrorCount} problems.
        </p>
      )}
    </section>
  );
}
