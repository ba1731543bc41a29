import type { PageWords } from '#modules/words/index.js';
import type { AnnouncementView } from './frame-view.js';
import { targetOf } from './menu-link.js';
import { Icon } from './ui-icon.js';

/** A line above the page. Scripts let the reader close it until its text changes. */
export function Announcement({ view, text }: { view: AnnouncementView; text: PageWords }) {
  return (
    <aside class={`announcement announcement-${view.style}`} aria-label={text.announcement}>
      <p>
        {view.message}
        {view.link && (
          <>
            {' '}
            <a href={view.link.href} {...targetOf(view.link)}>
              {view.link.title}
            </a>
          </>
        )}
      </p>
      <button
        type="button"
        class="announcement-close"
        data-close={view.id}
        aria-label={text.closeAnnouncement}
      >
        <Icon name="xmark" />
      </button>
    </aside>
  );
}
