import { AUDIENCE_OPTIONS } from './site-words.js';

/** Says whether readers can open a site. */
export function SiteState({ isPublished }: { isPublished: boolean }) {
  return (
    <span class={isPublished ? 'status status-merged' : 'status'}>
      {isPublished ? 'Published' : 'Not published'}
    </span>
  );
}

/** The choice of a site's audience, with a sentence about each. */
export function AudienceChoice({ chosen }: { chosen: string }) {
  return (
    <fieldset class="site-choice">
      <legend>Audience</legend>
      {AUDIENCE_OPTIONS.map(({ value, title, readers }) => (
        <label>
          <input type="radio" name="visibility" value={value} checked={value === chosen} />
          <span>
            <strong>{title}</strong>
            <span class="member-hint">{readers}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
