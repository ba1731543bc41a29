import { AUDIENCE_OPTIONS } from './site-words.js';

/** Says whether readers can open a site. */
export function SiteState({ isPublished }: { isPublished: boolean }) {
  return (
    <span class={isPublished ? 'status status-merged' : 'status'}>
      {isPublished ? 'Published' : 'Not published'}
    </span>
  );
}

/** The choice of a site's audience, with a sentence about each. @param hasOthers true to say what people meet who are not let in, too. */
export function AudienceChoice({ chosen, hasOthers = false }: { chosen: string; hasOthers?: boolean }) {
  return (
    <fieldset class="site-choice">
      <legend>Audience</legend>
      {AUDIENCE_OPTIONS.map(({ value, title, readers, published }) => (
        <label>
          <input type="radio" name="visibility" value={value} checked={value === chosen} />
          <span>
            <strong>{title}</strong>
            <span class="member-hint">{hasOthers ? published : readers}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
