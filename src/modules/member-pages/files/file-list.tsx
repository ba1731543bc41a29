import { Icon } from '#modules/publishing/index.js';
import { fileSize } from '#modules/rendering/index.js';
import type { UsageView } from '#modules/links/index.js';
import { maxUploadSize } from '#modules/storage/index.js';
import { PostForm } from '../forms.js';
import { MoreLink } from '../more-link.js';
import type { Place } from '../shell/shell-view.js';
import { MOST_FILES } from './file-forms.js';
import { Usage } from './usages.js';

const MB = 1024 * 1024;
const MOST_BYTES = maxUploadSize('content_file');

/** A file with all that a list shows of it. */
export interface FileRow {
  href: string;
  name: string;
  contentType: string;
  size: number;
  dimensions?: { width: number; height: number };
  /** Address of its bytes. */
  download: string;
  usage: UsageView | undefined;
  places: readonly Place[];
}

export interface FileListView {
  /** Address of the list. */
  here: string;
  rows: readonly FileRow[];
  /** Files that the search finds, and their bytes. */
  count: number;
  bytes: number;
  search: string;
  isGrid: boolean;
  more: string | null;
  mayEdit: boolean;
}

const TYPE_ICONS: readonly [RegExp, string][] = [
  [/^image\//, 'image'],
  [/^video\//, 'film'],
  [/^audio\//, 'music'],
  [/pdf$/, 'file-pdf'],
  [/zip|compressed|gzip|tar/, 'file-zipper'],
  [/^text\/|json|yaml|xml/, 'file-lines'],
];

/** The files of a content, with a search, as pictures or as rows. */
export function FileList({ view }: { view: FileListView }) {
  const { rows, search, isGrid, here } = view;
  const query = { ...(search === '' ? {} : { q: search }), ...(isGrid ? {} : { view: 'list' }) };
  return (
    <>
      {view.mayEdit && <UploadForm />}
      <Toolbar view={view} />
      {rows.length === 0 && (
        <p class="app-empty">
          {search === '' ? 'There are no files here yet.' : 'No file has this in its name.'}
        </p>
      )}
      {rows.length > 0 && (
        <ul class={isGrid ? 'file-grid' : 'app-list'}>
          {rows.map((row) => (isGrid ? <Card row={row} /> : <Row row={row} />))}
        </ul>
      )}
      <MoreLink here={here} cursor={view.more} what="More files" query={query} />
    </>
  );
}

function UploadForm() {
  return (
    <PostForm class="file-upload" hasFiles data={{ 'most-files': MOST_FILES, 'most-bytes': MOST_BYTES }}>
      <label for="new-files">New files</label>
      <input id="new-files" type="file" name="files" multiple required />
      <button class="button button-primary button-small">Upload</button>
      <p class="member-hint">
        Up to {MOST_FILES} files, each up to {MOST_BYTES / MB} MB.
      </p>
    </PostForm>
  );
}

function Toolbar({ view: { here, search, isGrid, count, bytes } }: { view: FileListView }) {
  const to = (list: boolean) => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { q: search }),
      ...(list ? { view: 'list' } : {}),
    }).toString();
    return query === '' ? here : `${here}?${query}`;
  };
  return (
    <div class="file-toolbar">
      <form method="get" role="search" class="file-search">
        <input
          type="search"
          name="q"
          value={search}
          aria-label="Search files by name"
          placeholder="Search by name"
        />
        {!isGrid && <input type="hidden" name="view" value="list" />}
        <button class="button button-secondary button-small">Search</button>
      </form>
      <p class="member-hint">
        {count === 1 ? '1 file' : `${count} files`}, {fileSize(bytes)}
      </p>
      <nav class="app-filter file-views" aria-label="View">
        <a href={to(false)} aria-current={isGrid ? 'true' : undefined}>
          Pictures
        </a>
        <a href={to(true)} aria-current={isGrid ? undefined : 'true'}>
          Rows
        </a>
      </nav>
    </div>
  );
}

function Card({ row }: { row: FileRow }) {
  return (
    <li class="file-card">
      <Thumbnail row={row} />
      <a href={row.href} class="file-name" dir="auto">
        {row.name}
      </a>
      <p class="app-list-facts">{factsOf(row)}</p>
      <p class="app-list-facts">
        <Usage usage={row.usage} places={row.places} />
      </p>
    </li>
  );
}

function Row({ row }: { row: FileRow }) {
  return (
    <li>
      <Thumbnail row={row} />
      <div class="app-list-main">
        <a href={row.href} dir="auto">
          {row.name}
        </a>
        <p class="app-list-facts">
          {factsOf(row)} · <Usage usage={row.usage} places={row.places} />
        </p>
      </div>
    </li>
  );
}

/** The picture itself, or an icon of its type: the name beside it says what it is. */
export function Thumbnail({ row }: { row: Pick<FileRow, 'contentType' | 'download'> }) {
  const isPicture = row.contentType.startsWith('image/');
  return (
    <span class="file-thumbnail" aria-hidden="true">
      {isPicture ? (
        <img src={row.download} alt="" loading="lazy" decoding="async" />
      ) : (
        <Icon name={TYPE_ICONS.find(([type]) => type.test(row.contentType))?.[1] ?? 'file'} />
      )}
    </span>
  );
}

/** Type, size and dimensions in words. */
export function factsOf({
  name,
  contentType,
  size,
  dimensions,
}: Pick<FileRow, 'name' | 'contentType' | 'size' | 'dimensions'>): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase();
  const pixels = dimensions ? [`${dimensions.width} × ${dimensions.height}`] : [];
  return [ending ?? contentType, ...pixels, fileSize(size)].join(' · ');
}
