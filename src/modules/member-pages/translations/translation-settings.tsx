import { serializeMarkdown } from '#modules/documents/index.js';
import { Danger, LongField, Section, Submit, Tick } from '../fields.js';
import { PostForm } from '../forms.js';
import type { TranslationPageView, TranslationRowView } from './translation-page.types.js';
import { SpaceLink } from './translation-parts.js';

/** The settings of a translation: its instructions, when it runs, where it shows; and its end. */
export function TranslationSettings({
  base,
  here,
  view: { row, problem },
}: {
  base: string;
  here: string;
  view: TranslationPageView;
}) {
  const { translation } = row.view;
  const typed = problem?.typed;
  const written = typed?.get('do') === 'instructions' ? typed.get('instructions') : null;
  return (
    <>
      <Section title="Instructions">
        <PostForm action={here} class="member-form">
          <LongField
            name="instructions"
            label="Instructions for translators"
            hint="They say how to address readers, what not to translate, and whose spelling to follow. Other instructions translate all of it again."
            value={written ?? serializeMarkdown(translation.instructions)}
            rows={5}
            dir="auto"
          />
          <Submit does="instructions" label="Save the instructions" />
        </PostForm>
      </Section>
      <Section title="When and where">
        <PostForm action={here} class="member-form">
          <Tick
            name="automatic"
            label="Follow the space when it changes"
            hint="Else it runs only when somebody asks for it."
            checked={translation.automatic}
          />
          <Tick
            name="sites"
            label="Show it on the sites of the space"
            hint="Readers choose the language there. What is on a site already stays where it is when you take this away."
            checked={translation.onSites}
          />
          <Submit does="settings" label="Save the settings" />
        </PostForm>
      </Section>
      <End base={base} here={here} row={row} />
    </>
  );
}

function End({ base, here, row }: { base: string; here: string; row: TranslationRowView }) {
  return (
    <Section title="End the translation" isDangerous>
      <Danger summary="End the translation" action={here} does="delete" label="End the translation">
        <p>
          A run that is under way stops. The reports of {row.view.translation.stats.runs} runs and the
          instructions are deleted, which cannot be taken back.
        </p>
        <p>
          {row.result === null || row.result === 'hidden' ? (
            'A translated space stays, and follows nobody any more.'
          ) : (
            <>
              The translated space <SpaceLink base={base} space={row.result} /> stays with all its pages, and
              follows nobody any more.
            </>
          )}{' '}
          What was translated is remembered: a new translation into the language does not send it again.
        </p>
      </Danger>
    </Section>
  );
}
