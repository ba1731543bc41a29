import type { SpecRecord } from '#modules/openapi/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MoreLink } from '../more-link.js';
import { Reading, Source } from './specification-parts.js';

const COLUMNS = ['Specification', 'Source', 'Visibility', 'Latest reading (UTC)'];

/** OpenAPI specifications of an organization, by slug. */
export function specificationList(
  base: string,
  view: {
    organization: { id: string; title: string };
    specs: readonly SpecRecord[];
    /** Cursor of further ones. */
    more: string | null;
  },
): ShownPage {
  const { organization, specs, more } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/openapi`;
  return shownPage(
    { title: 'OpenAPI specifications', organizationId: organization.id },
    <>
      {specs.length === 0 ? (
        <p>There are no OpenAPI specifications.</p>
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
    </>,
  );
}
