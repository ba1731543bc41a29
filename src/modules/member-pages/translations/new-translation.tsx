import { LANGUAGES } from '#modules/spaces/index.js';
import { nameOf } from './translation-parts.js';
import type { TranslationListView } from './translation-page.types.js';
import { PostForm } from '../forms.js';

/** The source is in the language that its settings name. */
export const AS_THE_SPACE = 'space';

const SORTED = LANGUAGES.map((code) => ({ code, name: nameOf(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, 'en'),
);

/** A form for a translation; what was typed stays when it is refused. */
export function NewTranslation({ action, view }: { action: string; view: TranslationListView }) {
  const { choices, isPseudo, problem } = view;
  const typed = problem?.typed ?? null;
  const isOn = (name: string, unless: boolean) => (typed ? typed.has(name) : unless);
  const chosen = choices.find(({ id }) => id === typed?.get('space')) ?? choices[0];
  const from = typed?.get('from') ?? (chosen?.language == null ? '' : AS_THE_SPACE);
  return (
    <PostForm action={action} class="member-form">
      <h2>Translate a space</h2>
      <label for="space">Space</label>
      <select id="space" name="space">
        {choices.map(({ id, title, language }) => (
          <option value={id} selected={id === typed?.get('space')}>
            {language === null ? title : `${title} (${nameOf(language)})`}
          </option>
        ))}
      </select>
      <label for="from">It is written in</label>
      <select id="from" name="from" required>
        <option value="">Choose the language it is written in</option>
        {choices.some(({ language }) => language !== null) && (
          <option value={AS_THE_SPACE} selected={from === AS_THE_SPACE}>
            The language of the space, where it has one
          </option>
        )}
        <Languages chosen={from} />
      </select>
      <label for="language">Translate it into</label>
      <select id="language" name="language" required>
        <option value="">Choose a language</option>
        <Languages chosen={typed?.get('language') ?? null} />
      </select>
      <label>
        <input type="checkbox" name="automatic" checked={isOn('automatic', true)} /> Follow the space when it
        changes
      </label>
      <label>
        <input type="checkbox" name="sites" checked={isOn('sites', !isPseudo)} /> Show it on the sites of the
        space
      </label>
      <button type="submit" class="button button-primary button-medium">
        Translate
      </button>
    </PostForm>
  );
}

function Languages({ chosen }: { chosen: string | null }) {
  return (
    <>
      {SORTED.map(({ code, name }) => (
        <option value={code} selected={code === chosen}>
          {name}
        </option>
      ))}
    </>
  );
}
