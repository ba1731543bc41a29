/** A note above the pages of a site that a member previews. */
export function PreviewNote() {
  return (
    <aside class="preview-note" aria-label="Preview">
      <strong>Preview</strong>
      <span>You see this site as its readers would. The address works for an hour.</span>
    </aside>
  );
}
