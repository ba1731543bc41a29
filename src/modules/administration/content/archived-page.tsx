import { collectionVerdict } from '#modules/collections/index.js';
import {
  Ago,
  ButtonForm,
  Empty,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  type ShownPage,
  shownPage,
  SpaceMark,
} from '#modules/member-pages/index.js';
import { Icon } from '#modules/publishing/index.js';
import { type ContentItem, verdictOn } from '#modules/spaces/index.js';
import type { CollectionPaths } from './collection-paths.js';
import { contentFrame, type ContentUrls, contentUrls } from './content-frame.js';
import { contentWords, keyOf } from './content-row.js';

export interface ArchivedPageView {
  organizationId: string;
  items: readonly ContentItem[];
  paths: CollectionPaths;
  /** Cursor of what follows. */
  more: string | null;
  state: FormState;
}

/** The archived spaces and collections of an organization. */
export function archivedPage(base: string, view: ArchivedPageView): ShownPage {
  const { organizationId, items, paths, more, state } = view;
  const urls = contentUrls(base, organizationId);
  return shownPage(
    contentFrame(base, organizationId, 'archived'),
    <>
      <Outcome {...state} />
      {items.length === 0 ? (
        <Empty>
          <p>
            Nothing is archived. Archive a space or a collection in its settings when nobody works on it any
            more: it can still be read, and leaves the lists.
          </p>
        </Empty>
      ) : (
        <MemberTable title="Archived spaces and collections" columns={['Title', 'Archived', 'Actions']}>
          {items.map((item) => (
            <Row urls={urls} item={item} paths={paths} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={urls.archived} cursor={more} what="More of what is archived" />
    </>,
  );
}

function Row({ urls, item, paths }: { urls: ContentUrls; item: ContentItem; paths: CollectionPaths }) {
  const isSpace = item.kind === 'space';
  const { id, title, parentId, archivedAt } = isSpace ? item.view.space : item.view.collection;
  return (
    <tr>
      <th scope="row">
        {isSpace ? <SpaceMark space={item.view.space} /> : <Icon name="folder" />}{' '}
        <a href={isSpace ? urls.space(id) : urls.level(id)} dir="auto">
          {title}
        </a>
        <span class="member-hint people-line">
          {isSpace ? '' : 'collection '}in <bdi>{paths.nameOf(parentId)}</bdi>
          {!isSpace && ` · ${contentWords(item.counts).join(' · ') || 'empty'}`}
        </span>
      </th>
      <td>{archivedAt && <Ago at={archivedAt} />}</td>
      <td>
        {mayUnarchive(item) ? (
          <ButtonForm
            action={urls.archived}
            does="unarchive"
            label="Unarchive"
            whom={title}
            fields={{ item: keyOf(item) }}
          />
        ) : (
          'People with the role “create” on it can unarchive it.'
        )}
      </td>
    </tr>
  );
}

function mayUnarchive(item: ContentItem): boolean {
  return item.kind === 'space'
    ? verdictOn(item.view, 'archive').allowed
    : collectionVerdict({ role: item.view.role, isArchived: true }, 'archive').allowed;
}
