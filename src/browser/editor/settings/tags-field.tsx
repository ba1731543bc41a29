import { useEffect, useState } from 'preact/hooks';
import { api, base } from '../../api.js';
import { sentenceOf } from '../notice.js';
import type { PageContext } from '../page-context.js';
import { emojiOf } from '../tree/tree-icons.js';
import type { ChosenTag } from './page-settings.js';

interface SpaceTag {
  slug: string;
  label: string;
  emoji?: string;
}

/** Tags that a page may have. */
const MOST = 20;

interface TagsFieldProps {
  context: PageContext;
  chosen: readonly ChosenTag[];
  onChange: (chosen: ChosenTag[]) => void;
}

/** Chooses the tags of a page among those of the space, and the one that is shown where there is room for one. */
export function TagsField({ context, chosen, onChange }: TagsFieldProps) {
  const [tags, setTags] = useState<SpaceTag[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    api<{ items: SpaceTag[] }>(`${context.contentPath}/tags`)
      .then(({ items }) => setTags(items))
      .catch((error: unknown) => setProblem(sentenceOf(error, 'The tags could not be read.')));
  }, []);
  const has = (slug: string) => chosen.some((one) => one.slug === slug);
  const toggle = (slug: string) =>
    onChange(has(slug) ? chosen.filter((one) => one.slug !== slug) : [...chosen, { slug, isPrimary: false }]);
  const { space, changeRequest } = context.place;
  const change = changeRequest === null ? '' : `/changes/${changeRequest}/~`;
  return (
    <fieldset>
      <legend>Tags</legend>
      {tags?.length === 0 && <p>The space has no tags yet.</p>}
      <div class="page-settings-tags">
        {tags?.map(({ slug, label, emoji }) => (
          <label key={slug} class="page-settings-check">
            <input
              type="checkbox"
              checked={has(slug)}
              disabled={!has(slug) && chosen.length >= MOST}
              onChange={() => toggle(slug)}
            />
            {emoji && <span aria-hidden="true">{emojiOf(emoji)}</span>}
            <bdi>{label}</bdi>
          </label>
        ))}
      </div>
      {tags && chosen.length > 0 && <Primary tags={tags} chosen={chosen} onChange={onChange} />}
      {problem && <p role="alert">{problem}</p>}
      <p>
        <a href={`${base}/app/s/${space}/~${change}/tags`} target="_blank" rel="noreferrer">
          Make and change tags
        </a>
      </p>
    </fieldset>
  );
}

function Primary({ tags, chosen, onChange }: Omit<TagsFieldProps, 'context'> & { tags: SpaceTag[] }) {
  const primary = chosen.find(({ isPrimary }) => isPrimary)?.slug ?? '';
  return (
    <label class="page-settings-field">
      <span>Main tag</span>
      <select
        value={primary}
        onChange={({ currentTarget: { value } }) =>
          onChange(chosen.map(({ slug }) => ({ slug, isPrimary: slug === value })))
        }
      >
        <option value="">None</option>
        {chosen.map(({ slug }) => (
          <option key={slug} value={slug}>
            {tags.find((tag) => tag.slug === slug)?.label ?? slug}
          </option>
        ))}
      </select>
      <small>Shown where there is room for one.</small>
    </label>
  );
}
