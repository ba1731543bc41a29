import { Choice, type Option, PostForm, Section, Submit, textOf } from '#modules/member-pages/index.js';
import { SiteExternalLinkEntity, SiteSectionEntity, SiteSpaceEntity } from '#modules/sites/index.js';
import { shownIn } from '../changed-fields.js';
import { ShownValues } from '../edited-fields.js';
import {
  ConditionField,
  DescriptionField,
  IconField,
  type ItemValues,
  LinkFields,
  PathField,
  TitleField,
} from './item-fields.js';
import type { ItemProps } from './item-view.types.js';

const OF = 'item';

/** The settings of a part of a structure. */
export function ItemSettings(props: ItemProps) {
  const { item, here, state } = props;
  const stored = shownOf(item);
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  // A form that was refused is compared with what it showed at first: what others changed meanwhile was not on it.
  const shown = typed ? shownIn(typed) : stored;
  const values: ItemValues = typed ? typedValues(typed, stored) : stored;
  return (
    <Section title="Settings">
      <PostForm action={here} class="member-form">
        <ShownValues values={shown} />
        {item instanceof SiteSpaceEntity ? (
          <SpaceFields {...props} item={item} values={values} />
        ) : item instanceof SiteExternalLinkEntity ? (
          <LinkFields of={OF} values={values} />
        ) : (
          <NavigationFields isSection={item instanceof SiteSectionEntity} values={values} />
        )}
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function NavigationFields({ isSection, values }: { isSection: boolean; values: ItemValues }) {
  return (
    <>
      <TitleField of={OF} values={values} isGroup={!isSection} />
      {isSection && <PathField of={OF} values={values} />}
      {isSection && <DescriptionField of={OF} values={values} />}
      <IconField of={OF} values={values} />
      {isSection && <ConditionField of={OF} values={values} />}
    </>
  );
}

function SpaceFields({
  item,
  node,
  choices,
  values,
  state,
}: ItemProps & { item: SiteSpaceEntity; values: ItemValues }) {
  const options: Option[] = [[item.spaceId, node.title], ...choices.spaces];
  const chosen = state.typed?.get('spaceId') ?? item.spaceId;
  return (
    <>
      <PathField of={OF} values={values} />
      <ConditionField of={OF} values={values} />
      <Choice
        name="spaceId"
        label="Space that is shown here"
        hint="Another space takes over the address, place and looks of this one, for example a new version."
        options={options}
        chosen={chosen}
      />
    </>
  );
}

function shownOf(item: ItemProps['item']): Record<string, string | boolean | null> {
  if (item instanceof SiteSpaceEntity) {
    const { path, condition, spaceId } = item;
    return { path, condition, spaceId };
  }
  if (item instanceof SiteExternalLinkEntity) {
    const { title, url, description, icon, condition, draft } = item;
    return { title, url, description, icon, condition, draft };
  }
  if (!(item instanceof SiteSectionEntity)) return { title: item.title, icon: item.icon };
  const { title, path, description, icon, condition } = item;
  return { title, path, description, icon, condition };
}

function typedValues(form: URLSearchParams, shown: object): ItemValues {
  const texts = Object.keys(shown).map((name) => [name, textOf(form, name)]);
  return { ...Object.fromEntries(texts), draft: form.has('draft') } as ItemValues;
}
