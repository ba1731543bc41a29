// Announcements that the reader has closed.
import { onClick, root, storage } from './dom.js';

const KEY = 'bindery-closed';
/** More than any reader closes; the announcement closed first is dropped first. */
const MAX_CLOSED = 20;

export function listen() {
  onClick('[data-close]', (button) => {
    const known = (storage.get(KEY) ?? '').split(' ').filter(Boolean);
    const closed = [...known.slice(1 - MAX_CLOSED), button.dataset.close].join(' ');
    storage.set(KEY, closed);
    // The site's style sheet then hides it, here and before the first paint of other pages.
    root.setAttribute('data-closed', closed);
  });
}
