import { ButtonForm } from '../fields.js';
import type { ArchivedView } from './shell-view.js';

/** Says that a space or a collection is archived, above its pages, and brings it back. */
export function ArchivedNotice({ view }: { view: ArchivedView }) {
  const { what, ago, around, unarchiveAt } = view;
  return (
    <div class="archived-notice" role="status">
      <p>
        This {what} was archived {ago}
        {around && (
          <>
            {' '}
            and is in the archived collection{' '}
            <a href={around.href} dir="auto">
              {around.title}
            </a>
          </>
        )}
        . It can be read, but nobody changes it.
      </p>
      {unarchiveAt !== null && <ButtonForm action={unarchiveAt} does="unarchive" label="Unarchive" />}
    </div>
  );
}
