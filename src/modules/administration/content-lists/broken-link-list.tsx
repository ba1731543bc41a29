import type { BrokenLink, BrokenLinks } from '#modules/links/index.js';
import {
  counted,
  Empty,
  MemberTable,
  MoreLink,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import { atLeast } from '#platform/http/verdict.js';
import { contentFrame, contentPath, contentUrls } from '../content/content-frame.js';
import { ListFilterForm } from './list-filter.js';
import { filterQuery, type ListFilter } from './list-request.js';

export interface BrokenLinkView {
  organizationId: string;
  links: BrokenLinks;
  filter: ListFilter;
}

/** The broken links of all spaces that a member sees. */
export function brokenLinkList(base: string, { organizationId, links, filter }: BrokenLinkView): ShownPage {
  const here = contentPath(base, organizationId, 'broken-links');
  const { items, count, spaces, next } = links;
  const hasRows = spaces.length > 0 || filter.space !== '';
  return shownPage(
    contentFrame(base, organizationId, 'broken-links', { isWide: true }),
    <>
      <p class="member-hint">
        Links in the current pages and reusable contents of the spaces that you see. What was deleted, and
        what you may not see, counts as missing. Addresses of other servers are not looked up.
      </p>
      {hasRows && <ListFilterForm here={here} filter={filter} spaces={spaces} />}
      {items.length === 0 ? (
        <Nothing filter={filter} here={here} />
      ) : (
        <MemberTable title={counted(count, 'broken link')} columns={['Page', 'Space', 'Problem']}>
          {items.map((link) => (
            <Row base={base} organizationId={organizationId} link={link} />
          ))}
        </MemberTable>
      )}
      <MoreLink
        here={here}
        cursor={next?.page ?? null}
        what="More broken links"
        query={filterQuery(filter)}
      />
    </>,
  );
}

function Nothing({ filter, here }: { filter: ListFilter; here: string }) {
  return (
    <Empty>
      {filter.space === '' ? (
        <p>
          No link is broken: every page, heading and file that your spaces link to is there. When somebody
          deletes one of them, the links that miss it stand here.
        </p>
      ) : (
        <p>
          No link of this space is broken. <a href={here}>Show the links of all spaces</a>.
        </p>
      )}
    </Empty>
  );
}

function Row({ base, organizationId, link }: { base: string; organizationId: string; link: BrokenLink }) {
  const { space } = contentUrls(base, organizationId);
  return (
    <tr>
      <th scope="row">
        <a href={placeOf(space(link.spaceId), link)} dir="auto">
          {link.holderTitle === '' ? 'Untitled' : link.holderTitle}
        </a>
        {link.holderKind === 'reusable-content' && (
          <span class="member-hint people-line">a reusable content</span>
        )}
      </th>
      <td>
        <a href={space(link.spaceId)} dir="auto">
          {link.spaceTitle}
        </a>
      </td>
      <td>
        <Problem link={link} />
      </td>
    </tr>
  );
}

/** The editor of what holds the link, for those who may use it; else the page that shows it. */
function placeOf(space: string, { holderKind, holderId, pageType, role }: BrokenLink): string {
  const id = encodeURIComponent(holderId);
  const mayEdit = atLeast(role, 'edit');
  if (holderKind === 'reusable-content')
    return mayEdit ? `${space}/~/edit/~/reusable/${id}` : `${space}/~/reusable-contents#${id}`;
  return mayEdit && pageType === 'document' ? `${space}/~/edit/${id}` : `${space}/~/pages/${id}`;
}

const GONE: Record<Exclude<BrokenLink['problem'], 'heading' | 'address' | 'openapi' | 'tag'>, string> = {
  page: 'The page that it leads to is gone.',
  file: 'The file that it shows is gone.',
  'reusable-content': 'The reusable content that it shows is gone.',
  space: 'The space that it leads to is gone.',
  collection: 'The collection that it leads to is gone.',
  user: 'The person whom it mentions is not a member.',
};

function Problem({ link: { problem, target, targetTitle, anchor } }: { link: BrokenLink }) {
  switch (problem) {
    case 'heading':
      return (
        <>
          <bdi>{targetTitle}</bdi> has no heading <code>#{anchor}</code>.
        </>
      );
    case 'address':
      return (
        <>
          The address <code>{target}</code> leads to no page.
        </>
      );
    case 'openapi':
      return (
        <>
          The OpenAPI specification <code>{target}</code> is gone.
        </>
      );
    case 'tag':
      return (
        <>
          The tag <code>{target}</code> is gone.
        </>
      );
    default:
      return <>{GONE[problem]}</>;
  }
}
