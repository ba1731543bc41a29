import { useEffect, useState } from 'preact/hooks';
import type { PageContext } from '../page-context.js';
import type { Cover } from './page-settings.js';
import { PictureField } from './picture-field.js';

interface CoverProps {
  context: PageContext;
  cover: Cover | null;
  onChange: (cover: Cover | null) => void;
}

/** The cover of a page: a picture for each theme, and the part of it that readers see. */
export function CoverField({ context, cover, onChange }: CoverProps) {
  const choose = (member: 'ref' | 'refDark') => (ref: Cover['ref'] | null) =>
    ref && onChange({ ...(cover ?? { ref, yPos: 0 }), [member]: ref });
  return (
    <fieldset>
      <legend>Cover</legend>
      <PictureField context={context} label="Cover" chosen={cover?.ref} onChoose={choose('ref')} />
      {cover && (
        <>
          <PictureField
            context={context}
            label="Cover in the dark theme"
            chosen={cover.refDark}
            onChoose={choose('refDark')}
          />
          <Position context={context} cover={cover} onChange={onChange} />
          <button type="button" class="button button-secondary button-small" onClick={() => onChange(null)}>
            Remove the cover
          </button>
        </>
      )}
    </fieldset>
  );
}

function Position({ context, cover, onChange }: Omit<CoverProps, 'cover'> & { cover: Cover }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    void context.imageUrl(cover.ref).then(setUrl);
  }, [cover.ref]);
  // Shifts of at most 1 are shares of the height, as Markdown has them.
  const shift = Math.abs(cover.yPos) <= 1 ? cover.yPos * 100 : cover.yPos;
  return (
    <label class="page-settings-field">
      <span>Position</span>
      {url && (
        <img class="page-settings-cover" src={url} alt="" style={`object-position:50% ${50 - shift}%`} />
      )}
      <input
        type="range"
        min={-50}
        max={50}
        step={2}
        value={-shift}
        onInput={({ currentTarget }) => onChange({ ...cover, yPos: -Number(currentTarget.value) || 0 })}
      />
    </label>
  );
}
