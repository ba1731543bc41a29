import type { ComponentChildren } from 'preact';
import {
  Choice,
  Empty,
  type Option,
  PostForm,
  Section,
  Submit,
  Tick,
  textOf,
} from '#modules/member-pages/index.js';
import { IconField, type ItemValues, LinkFields, TitleField } from './item-fields.js';

/** The choices of the forms that add something to a structure. */
export interface AddingChoices {
  /** Spaces that may be added, and are not on the site. */
  spaces: readonly Option[];
  /** Spaces of the site, of which a section can be made. */
  shown: readonly Option[];
  sections: readonly Option[];
  groups: readonly Option[];
}

interface AddingProps extends AddingChoices {
  here: string;
  /** Address of the form for a new space. */
  newSpace: string;
  /** The form that was refused. */
  typed?: URLSearchParams;
}

const TOP: Option = ['', 'The top of the site'];

/** Forms that add a space, a section, a group or a link. */
export function Adding(props: AddingProps) {
  const { newSpace, spaces, shown, sections } = props;
  const hasSections = sections.length > 0;
  if (spaces.length === 0 && shown.length === 0)
    return (
      <Section title="Add to the site">
        <Empty>
          There is no space that you may show here. <a href={newSpace}>Create a space first</a>, and come
          back.
        </Empty>
      </Section>
    );
  return (
    <Section title="Add to the site">
      <Part {...props} does="add-space" title="Add a space" isOpen={shown.length === 0 && !hasSections}>
        <SpaceFields {...props} />
      </Part>
      <Part {...props} does="add-section" title="Add a section">
        <SectionFields {...props} />
      </Part>
      {hasSections && (
        <>
          <Part {...props} does="add-group" title="Add a group">
            <GroupFields {...props} />
          </Part>
          <Part {...props} does="add-link" title="Add a link">
            <LinkFields of="add-link" values={valuesOf(props, 'add-link')} />
            <InGroup {...props} does="add-link" />
          </Part>
        </>
      )}
      {!hasSections && (
        <p class="member-hint">Groups and links stand among sections: add a section before them.</p>
      )}
    </Section>
  );
}

function Part({
  does,
  title,
  here,
  typed,
  isOpen = false,
  children,
}: AddingProps & { does: string; title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="structure-adding" open={isOpen || typed?.get('do') === does}>
      <summary>{title}</summary>
      <PostForm action={here} class="member-form">
        {children}
        <Submit does={does} label={title} kind="primary" />
      </PostForm>
    </details>
  );
}

function SpaceFields(props: AddingProps) {
  const { spaces, sections, newSpace } = props;
  const typed = typedOf(props, 'add-space');
  if (spaces.length === 0)
    return (
      <p>
        Every space that you may show is on the site. <a href={newSpace}>Create another space</a>, and come
        back.
      </p>
    );
  return (
    <>
      <Choice
        name="space"
        id="add-space-space"
        label="Space"
        hint="Readers see its merged content at once if the site is published."
        options={spaces}
        chosen={typed('space')}
      />
      {sections.length > 0 && (
        <Choice
          name="section"
          id="add-space-section"
          label="Section"
          hint="It becomes a variant beside the spaces there, such as a version or a language."
          options={sections}
          chosen={typed('section')}
        />
      )}
    </>
  );
}

function SectionFields(props: AddingProps) {
  const { spaces, shown } = props;
  const typed = typedOf(props, 'add-section');
  return (
    <>
      <Choice
        name="space"
        id="add-section-space"
        label="Its first space"
        hint="A space that the site shows already moves into the section, with its settings. Its address changes unless readers get it first."
        options={[
          ...spaces,
          ...shown.map(([id, title]): Option => [`shown:${id}`, `From the site: ${title}`]),
        ]}
        chosen={typed('space')}
      />
      <TitleField of="add-section" values={valuesOf(props, 'add-section')} />
      <IconField of="add-section" values={valuesOf(props, 'add-section')} />
      <InGroup {...props} does="add-section" />
    </>
  );
}

function GroupFields(props: AddingProps) {
  const values = valuesOf(props, 'add-group');
  const ticked = props.typed?.getAll('section') ?? [];
  return (
    <>
      <TitleField of="add-group" values={values} isGroup />
      <IconField of="add-group" values={values} />
      <InGroup {...props} does="add-group" />
      <fieldset>
        <legend>Sections to put into it</legend>
        {props.sections.map(([id, title]) => (
          <Tick
            name="section"
            id={`add-group-${id}`}
            label={title}
            value={id}
            checked={ticked.includes(id)}
          />
        ))}
      </fieldset>
    </>
  );
}

function InGroup(props: AddingProps & { does: string }) {
  const { groups, does } = props;
  if (groups.length === 0) return null;
  const chosen = typedOf(props, does)('group');
  return <Choice name="group" id={`${does}-group`} label="In" options={[TOP, ...groups]} chosen={chosen} />;
}

/** Reads fields of the form that was refused; empty for another form. */
function typedOf({ typed }: AddingProps, does: string): (name: string) => string {
  return (name) => (typed?.get('do') === does ? textOf(typed, name) : '');
}

function valuesOf(props: AddingProps, does: string): ItemValues {
  const of = typedOf(props, does);
  return {
    title: of('title'),
    description: of('description'),
    icon: of('icon'),
    url: of('url'),
    condition: of('condition'),
    draft: of('draft') !== '',
  };
}
