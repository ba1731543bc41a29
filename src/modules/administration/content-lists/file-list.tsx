import type { SeenEntries, SeenEntry } from '#modules/links/index.js';
import {
  counted,
  Empty,
  MemberTable,
  MoreLink,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import { fileSize } from '#modules/rendering/index.js';
import { contentFrame, contentPath, contentUrls } from '../content/content-frame.js';
import { ListFilterForm } from './list-filter.js';
import { filterQuery, type ListFilter } from './list-request.js';

export interface EntriesView {
  organizationId: string;
  entries: SeenEntries;
  filter: ListFilter;
}

/** The files of all spaces that a member sees, the largest first. */
export function fileList(base: string, { organizationId, entries, filter }: EntriesView): ShownPage {
  const here = contentPath(base, organizationId, 'files');
  const { items, count, spaces, totals, next } = entries;
  const query = filterQuery(filter);
  const isAll = Object.keys(query).length === 0;
  return shownPage(
    contentFrame(base, organizationId, 'files', { isWide: true }),
    <>
      {(totals.count > 0 || !isAll) && (
        <>
          <p class="member-hint">
            {counted(totals.count, 'file')}, {fileSize(totals.bytes)}; no page that you see uses{' '}
            {totals.unused} of them. Spaces that you do not see, change requests and earlier revisions may use
            them still.
          </p>
          <ListFilterForm
            here={here}
            filter={filter}
            spaces={spaces}
            searchLabel="Name"
            unusedLabel="Only files that no page uses"
          />
        </>
      )}
      {items.length === 0 ? (
        <Nothing isAll={isAll} root={contentPath(base, organizationId)} />
      ) : (
        <MemberTable title={counted(count, 'file')} columns={['File', 'Space', 'Size', 'Used by']}>
          {items.map((file) => (
            <Row space={contentUrls(base, organizationId).space(file.spaceId)} file={file} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={next?.page ?? null} what="More files" query={query} />
    </>,
  );
}

function Nothing({ isAll, root }: { isAll: boolean; root: string }) {
  return (
    <Empty>
      {isAll ? (
        <p>
          Your spaces have no files. Open a space in the <a href={root}>content</a> and add pictures and other
          files in its tab “Files”, or drop them into a page while you write it.
        </p>
      ) : (
        <p>No file is like this.</p>
      )}
    </Empty>
  );
}

function Row({ space, file }: { space: string; file: SeenEntry }) {
  return (
    <tr>
      <th scope="row">
        <a href={`${space}/~/files/${encodeURIComponent(file.id)}`} dir="auto">
          {file.name}
        </a>
      </th>
      <td>
        <a href={`${space}/~/files`} dir="auto">
          {file.spaceTitle}
        </a>
      </td>
      <td>{fileSize(file.size)}</td>
      <td>{usesOf(file.uses)}</td>
    </tr>
  );
}

/** The number of pages and reusable contents that use something, in words. */
export function usesOf(uses: number): string {
  return uses === 0 ? 'no page' : counted(uses, 'page');
}
