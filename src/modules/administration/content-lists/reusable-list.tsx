import type { SeenEntry } from '#modules/links/index.js';
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
import { type EntriesView, usesOf } from './file-list.js';
import { ListFilterForm } from './list-filter.js';
import { filterQuery } from './list-request.js';

/** The reusable contents of all spaces that a member sees, by title. */
export function reusableList(base: string, { organizationId, entries, filter }: EntriesView): ShownPage {
  const here = contentPath(base, organizationId, 'reusable-contents');
  const { items, count, spaces, totals, next } = entries;
  const query = filterQuery(filter);
  const isAll = Object.keys(query).length === 0;
  return shownPage(
    contentFrame(base, organizationId, 'reusable-contents', { isWide: true }),
    <>
      {(totals.count > 0 || !isAll) && (
        <ListFilterForm
          here={here}
          filter={filter}
          spaces={spaces}
          searchLabel="Title"
          unusedLabel="Only those that no page shows"
        />
      )}
      {items.length === 0 ? (
        <Nothing isAll={isAll} root={contentPath(base, organizationId)} />
      ) : (
        <MemberTable title={counted(count, 'reusable content')} columns={['Title', 'Space', 'Shown by']}>
          {items.map((entry) => (
            <Row space={contentUrls(base, organizationId).space(entry.spaceId)} entry={entry} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={next?.page ?? null} what="More reusable contents" query={query} />
    </>,
  );
}

function Nothing({ isAll, root }: { isAll: boolean; root: string }) {
  return (
    <Empty>
      {isAll ? (
        <p>
          Your spaces have no reusable contents: texts that several pages show, and that are changed in one
          place. Open a space in the <a href={root}>content</a>, and make one in its tab “Files”, “Reusable
          contents”.
        </p>
      ) : (
        <p>No reusable content is like this.</p>
      )}
    </Empty>
  );
}

function Row({ space, entry: { id, name, spaceTitle, role, uses } }: { space: string; entry: SeenEntry }) {
  const inList = `${space}/~/reusable-contents#${encodeURIComponent(id)}`;
  return (
    <tr>
      <th scope="row">
        <a
          href={atLeast(role, 'edit') ? `${space}/~/edit/~/reusable/${encodeURIComponent(id)}` : inList}
          dir="auto"
        >
          {name}
        </a>
      </th>
      <td>
        <a href={`${space}/~/reusable-contents`} dir="auto">
          {spaceTitle}
        </a>
      </td>
      <td>{uses === 0 ? usesOf(uses) : <a href={inList}>{usesOf(uses)}</a>}</td>
    </tr>
  );
}
