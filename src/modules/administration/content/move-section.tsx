import { Choice, type Option, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import type { NamedCollection } from './collection-paths.js';

/** Puts something into another collection; its place among the others is chosen in the list. */
export function MoveSection({
  here,
  level,
  parentId,
  placeName,
  targets,
  mayRoot,
}: {
  here: string;
  /** Address of the list in which it stands. */
  level: string;
  parentId: string | null;
  /** Words for the place where it is. */
  placeName: string;
  targets: readonly NamedCollection[];
  /** The member may put things at the top level. */
  mayRoot: boolean;
}) {
  const options: Option[] = [
    ...(mayRoot && parentId !== null ? [['', 'Top level'] as const] : []),
    ...targets.filter(({ id }) => id !== parentId).map(({ id, title }): Option => [id, title]),
  ];
  return (
    <Section title="Place">
      <p>
        It is in <strong dir="auto">{placeName}</strong>.{' '}
        <a href={level}>Change its place among the others</a> in the list, by dragging or with the arrows.
      </p>
      {options.length === 0 ? (
        <p class="member-hint">There is no other collection that you may put it into.</p>
      ) : (
        <PostForm action={here} class="member-form">
          <Choice
            name="parent"
            label="Move to"
            chosen=""
            options={options}
            hint="It goes to the end. Roles that the collection gives hold there; those of the present collection do not any more."
          />
          <Submit does="move" label="Move" />
        </PostForm>
      )}
    </Section>
  );
}
