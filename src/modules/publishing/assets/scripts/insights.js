// Reports views and ratings of pages to the site. No cookie is set, nothing is stored in the browser, and no other
// server is told.
import { announce, onClick, root } from './dom.js';

/** The page counted last: going to a heading on the same page is not a new view. */
let counted = null;

/** True if the site counts views and the reader does not object. */
const isAllowed = () =>
  root.hasAttribute('data-counted') &&
  navigator.doNotTrack !== '1' &&
  navigator.globalPrivacyControl !== true;

/** Sends an event; a failure does not concern the reader. */
export function report(event) {
  if (!isAllowed()) return;
  const base = root.dataset.site;
  const path = location.pathname.slice(base.length) + location.search;
  const body = JSON.stringify({ ...event, path });
  void fetch(`${base}~insights`, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

export function refresh() {
  const page = location.pathname;
  if (page === counted) return;
  const referrer = counted === null ? document.referrer : location.origin + counted;
  counted = page;
  report({ type: 'page_view', ...(referrer === '' ? {} : { referrer }) });
}

export function listen() {
  onClick('[data-rating]', (button) => {
    const form = button.closest('.feedback');
    const rating = button.dataset.rating;
    for (const other of form.querySelectorAll('[data-rating]'))
      other.setAttribute('aria-pressed', String(other === button));
    form.dataset.given = rating;
    form.querySelector('.feedback-comment').hidden = false;
    report({ type: 'page_post_feedback', feedback: { rating } });
    announce(form.dataset.thanks);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.matches('.feedback')) return;
    event.preventDefault();
    const comment = form.elements.comment.value.trim();
    if (comment !== '')
      report({ type: 'page_post_feedback_comment', feedback: { rating: form.dataset.given, comment } });
    form.textContent = form.dataset.thanks;
  });
}
