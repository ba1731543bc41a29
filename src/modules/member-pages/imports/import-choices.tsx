import { PostForm } from '../forms.js';
import { Ago } from '../shell/ago.js';
import type { RunView } from './import-report.js';

/** Endings of files that can be imported. */
const ENDINGS =
  '.zip,.gz,.tgz,.docx,.md,.markdown,.mdx,.html,.htm,.txt,.png,.jpg,.jpeg,.gif,.webp,.svg,.avif';

export interface ImportView {
  /** Address of the space. */
  root: string;
  runs: readonly RunView[];
  templates: readonly { id: string; title: string; description: string }[];
  pages: readonly { id: string; title: string; depth: number }[];
  /** True if there are more pages than `pages` has. */
  hasMorePages: boolean;
  mayEdit: boolean;
  /** True for those who may import folders. */
  mayImportFolders: boolean;
  /** True for those who may import repositories. */
  maySync: boolean;
  isLocked: boolean;
}

/** The ways into a space, the imports so far, and the ways out. */
export function ImportChoices({ view }: { view: ImportView }) {
  const { mayEdit, isLocked, runs } = view;
  return (
    <>
      {runs.length > 0 && <Runs runs={runs} />}
      {mayEdit && (
        <section aria-labelledby="import">
          <h2 id="import">Import</h2>
          {isLocked && (
            <p class="member-hint">
              The space is locked: documents, websites and templates open a change request; folders and
              repositories take the role “create”, and come into the space at once.
            </p>
          )}
          <div class="import-choices">
            <DocumentsForm />
            {view.mayImportFolders && <FolderForm />}
            <WebsiteForm />
            {view.maySync && <RepositoryForm />}
            <TemplateForm templates={view.templates} />
          </div>
        </section>
      )}
      <Exports view={view} />
    </>
  );
}

function Runs({ runs }: { runs: readonly RunView[] }) {
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">Imports so far</h2>
      <ul class="app-list">
        {runs.map(({ href, source, state, progress, at }) => (
          <li>
            <span
              class={`status ${state === 'done' ? 'status-merged' : state === 'running' ? 'status-open' : ''}`}
            >
              {state}
            </span>
            <div class="app-list-main">
              <a href={href} dir="auto">
                {source}
              </a>
              <p class="app-list-facts">
                {progress} · <Ago at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DocumentsForm() {
  return (
    <PostForm class="import-choice" hasFiles>
      <h3>
        <label for="import-files">Documents, or an archive</label>
      </h3>
      <p class="member-hint">
        Word, Markdown, HTML and text become pages, pictures become files. The folders of a ZIP archive become
        the tree. An archive that was exported comes in as a folder does.
      </p>
      <input type="hidden" name="do" value="files" />
      <input id="import-files" type="file" name="files" multiple required accept={ENDINGS} />
      <button class="button button-primary button-small">Import documents</button>
    </PostForm>
  );
}

function FolderForm() {
  return (
    <PostForm class="import-choice" hasFiles>
      <h3>
        <label for="import-folder">A folder of Markdown</label>
      </h3>
      <p class="member-hint">
        Import it again whenever it changes: only what differs is touched. A <code>SUMMARY.md</code> gives
        titles and order.
      </p>
      <input type="hidden" name="do" value="folder" />
      <input id="import-folder" type="file" name="files" multiple required {...DIRECTORY} />
      <button class="button button-secondary button-small">Import the folder</button>
    </PostForm>
  );
}

/** Lets the browser choose a whole folder. */
const DIRECTORY = { webkitdirectory: true };

function WebsiteForm() {
  return (
    <PostForm class="import-choice">
      <h3>A website</h3>
      <p class="member-hint">Up to 500 pages at and below an address.</p>
      <label for="import-website">Address</label>
      <input
        id="import-website"
        type="url"
        name="url"
        required
        maxLength={2048}
        placeholder="https://docs.example.com/"
      />
      <button class="button button-secondary button-small" name="do" value="website">
        Import the website
      </button>
    </PostForm>
  );
}

function RepositoryForm() {
  return (
    <PostForm class="import-choice">
      <h3>A Git repository</h3>
      <p class="member-hint">
        Over HTTPS. A user name and a token in the address are used once, then forgotten.
      </p>
      <label for="import-repository">Address of the repository</label>
      <input
        id="import-repository"
        type="url"
        name="url"
        required
        maxLength={2048}
        placeholder="https://github.com/example/docs.git"
      />
      <label for="import-ref">Branch or tag</label>
      <input id="import-ref" name="ref" maxLength={255} placeholder="That of the repository" />
      <button class="button button-secondary button-small" name="do" value="repository">
        Import the repository
      </button>
      <p class="member-hint">
        Or stay the same from now on: a push comes into the space, and what is written here becomes commits.
      </p>
      <button class="button button-secondary button-small" name="do" value="sync">
        Keep in sync…
      </button>
    </PostForm>
  );
}

function TemplateForm({ templates }: Pick<ImportView, 'templates'>) {
  return (
    <PostForm class="import-choice">
      <h3>A template</h3>
      <p class="member-hint">Pages to start from, added at the end.</p>
      <label for="import-template">Template</label>
      <select id="import-template" name="template">
        {templates.map(({ id, title, description }) => (
          <option value={id} title={description}>
            {title}
          </option>
        ))}
      </select>
      <button class="button button-secondary button-small" name="do" value="template">
        Add the pages
      </button>
    </PostForm>
  );
}

function Exports({ view: { root, pages, hasMorePages } }: { view: ImportView }) {
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <div class="import-choices">
        <div class="import-choice">
          <h3>Markdown</h3>
          <p class="member-hint">
            All pages and files as a folder in the Git format, packed as <code>.tar.gz</code>.
          </p>
          <a class="button button-secondary button-small" href={`${root}/~/export`}>
            Download the archive
          </a>
        </div>
        <form class="import-choice" method="get" action={`${root}/~/pdf`}>
          <h3>PDF</h3>
          <p class="member-hint">To print, or to hand on.</p>
          <label for="pdf-page">Pages</label>
          <select id="pdf-page" name="page">
            <option value="">The whole space</option>
            {pages.map(({ id, title, depth }) => (
              <option value={id}>{'\u00a0'.repeat(2 * depth) + title}</option>
            ))}
          </select>
          {hasMorePages && <p class="member-hint">The list has the first {pages.length} pages.</p>}
          <button class="button button-secondary button-small">Create the PDF</button>
        </form>
      </div>
    </section>
  );
}
