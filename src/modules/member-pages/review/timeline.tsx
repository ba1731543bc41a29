import { Ago } from '../shell/ago.js';
import type { Person } from '../shell/face.js';
import { TimelineEntry } from './timeline-entry.js';

/** An entry of the timeline. */
export interface TimelineItem {
  at: Date;
  person: Person | null;
  text: string;
  href?: string;
  linkText?: string;
}

/** The past of a change request, oldest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol class="review-timeline">
      {items.map(({ at, person, text, href, linkText }) => (
        <TimelineEntry
          person={person}
          words={
            <>
              {text} <Ago at={at} />
              {href !== undefined && (
                <>
                  {' · '}
                  <a href={href}>{linkText}</a>
                </>
              )}
            </>
          }
        />
      ))}
    </ol>
  );
}
