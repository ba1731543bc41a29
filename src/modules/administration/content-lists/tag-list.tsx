import type { SeenEntry } from '#modules/links/index.js';
import {
  counted,
  Empty,
  MemberTable,
  MoreLink,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import { contentFrame, contentPath, contentUrls } from '../content/content-frame.js';
import { type EntriesView, usesOf } from './file-list.js';
import { ListFilterForm } from './list-filter.js';
import { filterQuery } from './list-request.js';

/** The tags of all spaces that a member sees, by label. */
export function tagList(base: string, { organizationId, entries, filter }: EntriesView): ShownPage {
  const here = contentPath(base, organizationId, 'tags');
  const { items, count, spaces, totals, next } = entries;
  const query = filterQuery(filter);
  const isAll = Object.keys(query).length === 0;
  return shownPage(
    contentFrame(base, organizationId, 'tags', { isWide: true }),
    <>
      {(totals.count > 0 || !isAll) && (
        <ListFilterForm
          here={here}
          filter={filter}
          spaces={spaces}
          searchLabel="Label"
          unusedLabel="Only those that no page has"
        />
      )}
      {items.length === 0 ? (
        <Nothing isAll={isAll} root={contentPath(base, organizationId)} />
      ) : (
        <MemberTable title={counted(count, 'tag')} columns={['Tag', 'Space', 'On']}>
          {items.map((tag) => (
            <Row space={contentUrls(base, organizationId).space(tag.spaceId)} tag={tag} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={next?.page ?? null} what="More tags" query={query} />
    </>,
  );
}

function Nothing({ isAll, root }: { isAll: boolean; root: string }) {
  return (
    <Empty>
      {isAll ? (
        <p>
          Your spaces have no tags: words such as “New” or “Beta” that pages can have. Open a space in the{' '}
          <a href={root}>content</a>, and make one in its tab “Files”, “Tags”.
        </p>
      ) : (
        <p>No tag is like this.</p>
      )}
    </Empty>
  );
}

function Row({ space, tag: { id, name, spaceTitle, uses } }: { space: string; tag: SeenEntry }) {
  const own = `${space}/~/tags/${encodeURIComponent(id)}`;
  return (
    <tr>
      <th scope="row">
        <a href={own} dir="auto">
          {name}
        </a>
      </th>
      <td>
        <a href={`${space}/~/tags`} dir="auto">
          {spaceTitle}
        </a>
      </td>
      <td>{uses === 0 ? usesOf(uses) : <a href={own}>{usesOf(uses)}</a>}</td>
    </tr>
  );
}
