import type { ComponentChildren } from 'preact';
import { Outcome } from '../outcome.js';
import type { FilePlace, FileUrls } from './file-places.js';

const NOTICES: Record<string, string> = {
  uploaded: 'The files are here. Pages can show them now.',
  replaced: 'Every page that uses the file has the new one.',
  renamed: 'The new name is saved.',
  deleted: 'It is deleted. The history has it still.',
  'tag-made': 'The tag is here. Pages can have it now.',
  'tag-changed': 'The tag is changed, on every page that has it.',
};

type Part = 'files' | 'reusable-contents' | 'tags';

const WORDS: Record<Part, string> = {
  files: 'files',
  'reusable-contents': 'reusable contents',
  tags: 'tags',
};

/** The beginning of all pages about files: the parts, the change request, and the outcome of the last form. */
export function FileFrame({
  place,
  current,
  notice,
  problem,
  children,
}: {
  place: FilePlace;
  current: Part;
  notice: string | null;
  problem?: string;
  children: ComponentChildren;
}) {
  const { urls, number, from, mayEdit, opensChangeRequest } = place;
  return (
    <>
      <Parts urls={urls} current={current} />
      {number !== undefined && (
        <p class="member-hint">
          These are the {WORDS[current]} of{' '}
          <a href={`${urls.root}/~/review`} dir="auto">
            change request #{number} {from.changeRequest?.changeRequest.subject}
          </a>
          .
        </p>
      )}
      {mayEdit && opensChangeRequest && (
        <p class="member-hint">The space is locked: what you change here opens a change request.</p>
      )}
      <Outcome notice={NOTICES[notice ?? '']} problem={problem} />
      {children}
    </>
  );
}

function Parts({ urls, current }: { urls: FileUrls; current: Part }) {
  return (
    <nav class="app-filter" aria-label="Files">
      <a href={urls.files} aria-current={current === 'files' ? 'page' : undefined}>
        Files
      </a>
      <a href={urls.reusableContents} aria-current={current === 'reusable-contents' ? 'page' : undefined}>
        Reusable contents
      </a>
      <a href={urls.tags} aria-current={current === 'tags' ? 'page' : undefined}>
        Tags
      </a>
    </nav>
  );
}
