import type { UserResource } from '#modules/users/index.js';

/** The public data of a person. */
export interface Person {
  id: string;
  displayName: string;
  photoUrl: string | null;
}

/** A user of the API as faces show them. */
export function personOf({ id, displayName, photoURL }: UserResource): Person {
  return { id, displayName, photoUrl: photoURL ?? null };
}

/** The name of a person; words in place of somebody who is not known any more. */
export function nameOf(person: Person | null | undefined): string {
  return person?.displayName ?? 'Somebody who left';
}

/** Number of colours in `faces.css`. */
const COLORS = 8;
const LETTERS = new Intl.Segmenter();

/** The photo of a person, or the initials of their name; empty for nobody. It is decoration beside the name. */
export function Face({
  person,
  size = 'small',
}: {
  person: Person | null;
  size?: 'small' | 'medium' | 'large';
}) {
  if (!person) return <span class={`face face-${size}`} aria-hidden="true" />;
  const { photoUrl, displayName, id } = person;
  if (photoUrl !== null)
    return (
      <img
        class={`face face-${size}`}
        src={photoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
      />
    );
  return (
    <span class={`face face-${size} face-color-${colorOf(id)}`} aria-hidden="true">
      {initialsOf(displayName)}
    </span>
  );
}

/** A face with the name beside it; words in place of somebody who is not known any more. */
export function FaceName({ person }: { person: Person | null | undefined }) {
  if (!person) return <span class="face-name">{nameOf(person)}</span>;
  return (
    <span class="face-name">
      <Face person={person} />
      <span dir="auto">{person.displayName}</span>
    </span>
  );
}

/** The faces of several people in a row, with their names for screen readers. */
export function Faces({ people, label }: { people: readonly Person[]; label: string }) {
  if (people.length === 0) return null;
  const names = people.map(({ displayName }) => displayName).join(', ');
  return (
    <span class="faces" role="img" aria-label={`${label}: ${names}`} title={names}>
      {people.slice(0, 5).map((person) => (
        <Face person={person} />
      ))}
      {people.length > 5 && <span class="faces-more">+{people.length - 5}</span>}
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    firstLetter(word ?? ''),
  );
  return letters.join('').toLocaleUpperCase() || '?';
}

/** The first letter of a text as readers see it; empty for an empty text. */
export function firstLetter(text: string): string {
  for (const { segment } of LETTERS.segment(text)) return segment;
  return '';
}

/** One and the same colour for a person everywhere. */
function colorOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLORS;
}
