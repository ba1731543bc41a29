/** Above the pages of a site that a member looks at as its readers would. */
export function PreviewNote() {
  return (
    <aside class="member-bar" aria-label="Preview">
      <span class="member-badge">Preview</span>
      <span>You see this site as its readers would. The address works for an hour.</span>
    </aside>
  );
}
