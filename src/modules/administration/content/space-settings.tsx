import {
  Choice,
  Field,
  type FormState,
  Hidden,
  type Option,
  Outcome,
  PostForm,
  ButtonForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import { languageName, LANGUAGES, type SpaceRecord } from '#modules/spaces/index.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import type { RulePeople } from '../settings/rules/rule-people.js';
import { shownFields } from '../changed-fields.js';
import type { CollectionPaths } from './collection-paths.js';
import { type ContentUrls, contentUrls } from './content-frame.js';
import { MergeRules } from './merge-rules-section.js';
import { MoveSection } from './move-section.js';
import { Archiving, Deletion, type EndingsView, Transfer } from './space-endings.js';

export interface SpaceSettingsView extends EndingsView {
  /** The member may change settings, move, duplicate and archive it; nobody may while it is archived. */
  mayManage: boolean;
  mayDelete: boolean;
  paths: CollectionPaths;
  /** The member may put things at the top level. */
  mayRoot: boolean;
  /** People that the merge rules of the space name, and those whom its form offers. */
  rulePeople: RulePeople;
  state: FormState;
}

/** The settings of a space. */
export function spaceSettings(base: string, view: SpaceSettingsView): ShownPage {
  const { space, mayManage, state } = view;
  const urls = contentUrls(base, space.organizationId);
  const here = urls.spaceSettings(space.id);
  return shownPage(
    { title: 'Settings', space, tab: 'settings', bundles: ['forms'] },
    <>
      <Outcome {...state} />
      {mayManage ? <Forms base={base} here={here} urls={urls} view={view} /> : <Facts view={view} />}
      {view.mayDelete && <Deletion base={base} here={here} view={view} />}
    </>,
  );
}

/** The settings for members who may not change them. */
function Facts({ view: { space, paths } }: { view: SpaceSettingsView }) {
  return (
    <Section title="Settings">
      <dl class="member-facts">
        <dt>Title</dt>
        <dd dir="auto">{space.title}</dd>
        <dt>Place</dt>
        <dd dir="auto">{paths.nameOf(space.parentId)}</dd>
        <dt>Language</dt>
        <dd>{space.language === null ? 'not named' : languageName(space.language, 'en')}</dd>
        <dt>Changes</dt>
        <dd>{space.editMode === 'locked' ? 'through change requests' : 'at once, with each save'}</dd>
      </dl>
      {space.archivedAt === null && (
        <p class="member-hint">
          People with the role “create” or a stronger one on the space change its settings.
        </p>
      )}
    </Section>
  );
}

function Forms({
  base,
  here,
  urls,
  view,
}: {
  base: string;
  here: string;
  urls: ContentUrls;
  view: SpaceSettingsView;
}) {
  const { space, paths, mayRoot } = view;
  return (
    <>
      <General here={here} view={view} />
      <Editing here={here} space={space} />
      <MergeRules here={here} space={space} people={view.rulePeople} state={view.state} />
      <MoveSection
        here={here}
        level={urls.level(space.parentId)}
        parentId={space.parentId}
        placeName={paths.nameOf(space.parentId)}
        targets={paths.targets()}
        mayRoot={mayRoot}
      />
      <Section title="Content">
        <p>
          <a href={`${urls.space(space.id)}/~/import`}>Import, export, or add the pages of a template</a>.
        </p>
        <p>
          A copy has the same pages, settings and roles. History, change requests, comments and sites stay
          with this space.
        </p>
        <ButtonForm action={here} does="duplicate" label="Duplicate the space" />
      </Section>
      <Transfer base={base} here={here} view={view} />
      <Archiving base={base} here={here} view={view} />
    </>
  );
}

function General({ here, view: { space, state } }: { here: string; view: SpaceSettingsView }) {
  const stored = {
    title: space.title,
    emoji: emojiCharacters(space.emoji) ?? space.emoji,
    icon: space.icon ?? '',
    language: space.language ?? '',
  };
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  const valueOf = (name: keyof typeof stored): string => typed?.get(name) ?? stored[name];
  return (
    <Section title="General">
      <PostForm action={here} class="member-form">
        <Hidden fields={shownFields(stored)} />
        <Field
          name="title"
          label="Title"
          value={valueOf('title')}
          required
          maxLength={50}
          autocomplete="off"
        />
        <Field
          name="emoji"
          label="Emoji"
          value={valueOf('emoji')}
          maxLength={50}
          autocomplete="off"
          hint="An emoji, or its name in English, such as books. A space has an emoji or a picture before its title: a new one replaces the other."
        />
        <Field
          name="icon"
          label="Address of a picture"
          type="url"
          value={valueOf('icon')}
          autocomplete="off"
        />
        <Language chosen={valueOf('language')} />
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Language({ chosen }: { chosen: string }) {
  const languages = LANGUAGES.map((code): Option => [code, languageName(code, 'en')]);
  return (
    <Choice
      name="language"
      label="Language"
      chosen={chosen}
      options={[
        ['', 'Not named'],
        ...languages.toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
      ]}
      hint="Words around the pages and the search of sites follow it."
    />
  );
}

function Editing({ here, space }: { here: string; space: SpaceRecord }) {
  const isLocked = space.editMode === 'locked';
  return (
    <Section title="Direct edits">
      <p>
        {isLocked
          ? 'The space is locked: everybody changes it through change requests, which somebody merges.'
          : 'The space is not locked: people who may edit it change it at once, with each save.'}
      </p>
      <ButtonForm
        action={here}
        does={isLocked ? 'unlock' : 'lock'}
        label={isLocked ? 'Unlock the space' : 'Lock the space'}
      />
    </Section>
  );
}
