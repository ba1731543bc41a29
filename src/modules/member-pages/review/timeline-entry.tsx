import type { ComponentChildren } from 'preact';
import { Face, nameOf, type Person } from '../shell/face.js';

/** An entry of a timeline: the face and the name of a person, the words after it, and what is below them. */
export function TimelineEntry({
  person,
  words,
  children,
}: {
  person: Person | null;
  words: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <li>
      <Face person={person} />
      <div>
        <p>
          <strong dir="auto">{nameOf(person)}</strong> {words}
        </p>
        {children}
      </div>
    </li>
  );
}
