import { MoreLink } from '../more-link.js';
import { Danger } from '../fields.js';
import { PostForm } from '../forms.js';
import { Ago } from '../shell/ago.js';
import type { Place } from '../shell/shell-view.js';
import { type FileRow, factsOf, Thumbnail } from './file-list.js';

export interface FileDetailsView {
  here: string;
  file: Omit<FileRow, 'usage' | 'places' | 'href'> & { createdAt: Date };
  /** Pages and reusable contents that use it, also those of other spaces. */
  usedIn: readonly Place[];
  more: string | null;
  mayEdit: boolean;
}

/** One file: its picture and facts, where it is used, and the forms that change it. */
export function FileDetails({ view }: { view: FileDetailsView }) {
  const { file, usedIn, mayEdit, here, more } = view;
  return (
    <div class="file-details">
      <div>
        {file.contentType.startsWith('image/') ? (
          <img class="file-picture" src={file.download} alt={`The picture ${file.name}`} />
        ) : (
          <Thumbnail row={file} />
        )}
        <p class="member-hint">
          {factsOf(file)} · {file.contentType} · added <Ago at={file.createdAt} />
        </p>
        <p>
          <a class="button button-secondary button-small" href={file.download} download={file.name}>
            Download
          </a>
        </p>
        <section aria-labelledby="file-uses">
          <h2 id="file-uses">Where it is used</h2>
          <UsedIn places={usedIn} />
          <MoreLink here={here} cursor={more} what="More places" />
        </section>
      </div>
      {mayEdit && <FileActions view={view} />}
    </div>
  );
}

function UsedIn({ places }: { places: readonly Place[] }) {
  if (places.length === 0) return <p class="app-empty">No page uses this file.</p>;
  return (
    <ul class="app-list">
      {places.map(({ href, title }) => (
        <li>
          <a href={href} dir="auto">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function FileActions({ view: { here, file, usedIn, more } }: { view: FileDetailsView }) {
  return (
    <div>
      <h2>Change it</h2>
      <PostForm class="member-form">
        <label for="file-name">Name</label>
        <input id="file-name" name="name" value={file.name} maxLength={256} required />
        <button class="button button-secondary button-small" name="do" value="rename">
          Rename
        </button>
      </PostForm>
      <PostForm class="member-form" hasFiles>
        <label for="file-new">Another file in its place</label>
        <p class="member-hint">All pages that use it show the new one.</p>
        <input id="file-new" type="file" name="file" required />
        <div>
          <input id="file-rename" type="checkbox" name="rename" value="yes" />{' '}
          <label for="file-rename">Take its name, too</label>
        </div>
        <button class="button button-secondary button-small">Replace</button>
      </PostForm>
      <Danger summary="Delete" action={here} does="delete" label="Delete the file" whom={file.name}>
        <p>
          {usedIn.length === 0
            ? 'No page uses it.'
            : `${usedIn.length}${more === null ? '' : ' or more'} ${usedIn.length === 1 ? 'place uses it: it will miss it' : 'places use it: they will miss it'}.`}
        </p>
      </Danger>
    </div>
  );
}
