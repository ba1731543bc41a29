import { ButtonForm, Choice, Empty, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import { SiteSectionEntity, type SiteSectionGroupEntity } from '#modules/sites/index.js';
import type { ItemProps } from './item-view.types.js';

/** The sections in a group, and the ways in and out. */
export function GroupMembers({
  group,
  here,
  view: { structure },
  choices,
}: ItemProps & { group: SiteSectionGroupEntity }) {
  const inside = structure.navigationIn(group.id);
  const sections = inside.filter((item) => item instanceof SiteSectionEntity);
  const others = choices.sections.filter(([id]) => !sections.some((section) => section.id === id));
  return (
    <Section title="Sections in it">
      {sections.length === 0 && <Empty>No section is in it yet. Choose the first one below.</Empty>}
      {sections.length > 0 && (
        <ul class="app-list">
          {sections.map(({ id, title }) => (
            <li>
              <span class="app-list-main" dir="auto">
                {title}
              </span>
              <ButtonForm
                action={here}
                does="take-out"
                label="Remove from the group"
                whom={title}
                fields={{ section: id }}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <PostForm action={here} class="member-form">
          <Choice name="section" label="Another section" options={others} chosen="" />
          <Submit does="take-in" label="Put it into the group" />
        </PostForm>
      )}
    </Section>
  );
}
