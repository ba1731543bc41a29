import type { PreviewPlace } from '../preview/preview-places.js';
import type { EditedText } from './edited-text.js';

/** The bar above a page that is edited: where its text goes, and whether it is saved, which the editor fills in. */
export function EditingBar({
  preview: { space, changeRequest, place },
  edited,
  readAt,
}: {
  preview: PreviewPlace;
  edited: EditedText;
  /** Address at which the text is read, below the address of its content. */
  readAt: string;
}) {
  const request = changeRequest?.found.changeRequest;
  const reading = place.siteBasePath.replace(/~\/edit\/$/, '');
  return (
    <>
      <a class="member-bar-title" href={reading}>
        {space.title}
      </a>
      <span data-editing-place="">
        {request
          ? `Change request #${request.number}: ${request.subject || 'Untitled'}`
          : edited.opensChangeRequest
            ? 'Your changes go into a change request'
            : 'Your changes are live at once'}
      </span>
      <span class="editor-state" role="status" data-editor-state="" />
      <span class="editor-tools" role="group" aria-label="Tools" data-editor-tools="" />
      <a href={reading + readAt} data-editor-preview="">
        {edited.kind === 'page' ? 'Preview' : 'Reusable contents'}
      </a>
      <a href={`${reading}~/review`} hidden={!request} data-editor-review="">
        Review
      </a>
      <span class="editor-people" data-editor-people="" />
    </>
  );
}
