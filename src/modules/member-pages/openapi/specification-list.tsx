import { Empty, Field, Section, Submit } from '../fields.js';
import { PostForm } from '../forms.js';
import { MemberTable } from '../member-table.js';
import { MoreLink } from '../more-link.js';
import { Outcome } from '../outcome.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { SourceFields } from './source-fields.js';
import type { SpecListView } from './specification-page.types.js';
import { Reading, Source } from './specification-parts.js';

const COLUMNS = ['Specification', 'Source', 'Visibility', 'Latest reading (UTC)'];

/** OpenAPI specifications of an organization, by slug, and a form for another. */
export function specificationList(base: string, view: SpecListView): ShownPage {
  const { organization, specs, more, canEdit, state } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/openapi`;
  return shownPage(
    { title: 'OpenAPI specifications', organizationId: organization.id },
    <>
      <Outcome {...state} />
      {specs.length === 0 ? (
        <Empty>
          <p>There are no OpenAPI specifications.</p>
          <p>
            {canEdit
              ? 'Register the specification of your API below; then computed pages and blocks of any space can show it.'
              : 'Members with the role “create” or a stronger one in the organization register them.'}
          </p>
        </Empty>
      ) : (
        <MemberTable title="Specifications" columns={COLUMNS}>
          {specs.map((spec) => (
            <tr>
              <th scope="row">
                <a href={`${here}/${encodeURIComponent(spec.slug)}`}>{spec.slug}</a>
              </th>
              <td>
                <Source url={spec.sourceUrl} />
              </td>
              <td>{spec.visibility}</td>
              <td>
                <Reading spec={spec} />
              </td>
            </tr>
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={more} what="More specifications" />
      {canEdit && <NewSpecification action={here} typed={state.typed} />}
    </>,
  );
}

function NewSpecification({ action, typed }: { action: string; typed: URLSearchParams | undefined }) {
  return (
    <Section title="New specification">
      <PostForm action={action} class="member-form" hasFiles>
        <Field
          name="slug"
          label="Name"
          hint="Lower-case letters, digits and single hyphens. Pages name the specification by it, and it stays."
          value={typed?.get('slug') ?? undefined}
          required
          maxLength={100}
          dir="ltr"
          spellcheck={false}
          placeholder="billing"
        />
        <SourceFields typed={typed} />
        <Submit does="create" label="Create the specification" kind="primary" />
      </PostForm>
    </Section>
  );
}
