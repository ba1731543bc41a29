import { type ShownPage, shownPage } from '#modules/member-pages/index.js';

/** Leads on to a site at another origin. @param url with a token, so that it is shown to its holder alone. */
export function enterPage(url: string): ShownPage {
  return shownPage(
    { title: 'You are signed in' },
    <p>
      The site opens by itself. <a href={url}>Open it</a> if it does not.
    </p>,
  );
}
