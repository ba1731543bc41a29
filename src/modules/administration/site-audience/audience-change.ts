import { counted } from '#modules/member-pages/index.js';
import type { SiteVisibility } from '#modules/sites/index.js';

/** Facts on which it depends whom another audience lets in. */
export interface AudienceFacts {
  /** Number of share links that are open. */
  openLinks: number;
  /** Address at which visitors sign in; null where they get a page that says so, absent where it is not known. */
  signInUrl?: string | null;
}

/** The effects of another audience of a published site, as sentences. */
export interface AudienceChange {
  loses: string;
  gains: string;
  notes: string[];
}

const NOBODY = 'Nobody.';

/** Says who loses and who gains access when a published site gets another audience. */
export function audienceChange(
  from: SiteVisibility,
  to: SiteVisibility,
  facts: AudienceFacts,
): AudienceChange {
  return {
    loses: losesOf(from, to, facts),
    gains: gainsOf(from, to, facts),
    notes: notesOf(from, to, facts),
  };
}

function isOpen(visibility: SiteVisibility): boolean {
  return visibility === 'public' || visibility === 'unlisted';
}

function losesOf(from: SiteVisibility, to: SiteVisibility, { signInUrl }: AudienceFacts): string {
  if (isOpen(to)) return NOBODY;
  if (to === 'share-link')
    return isOpen(from)
      ? 'Everybody who has no share link. They meet a page that says that nothing is here.'
      : 'Signed-in visitors who have no share link. They meet a page that says that nothing is here.';
  const page = 'They meet a page that says that they have to sign in.';
  const then = signInUrl === null ? page : `They are sent to ${signInUrl ?? 'sign in, or told to'}.`;
  return isOpen(from)
    ? `Everybody whom your sign-in does not vouch for. ${then}`
    : `Everybody who comes with a share link and does not sign in. ${then}`;
}

function gainsOf(from: SiteVisibility, to: SiteVisibility, { openLinks }: AudienceFacts): string {
  if (isOpen(from)) return NOBODY;
  if (to === 'public') return 'Everybody, and search engines may list the site.';
  if (to === 'unlisted') return 'Everybody who has the address.';
  if (to === 'visitor-auth') return 'Everybody whom your own sign-in vouches for.';
  return openLinks === 0 ? NOBODY : `Everybody who has one of the ${counted(openLinks, 'open share link')}.`;
}

function notesOf(from: SiteVisibility, to: SiteVisibility, facts: AudienceFacts): string[] {
  const { openLinks, signInUrl } = facts;
  const notes: string[] = [];
  if (from === 'public' && to === 'unlisted')
    notes.push('Search engines are asked to stay away; listed pages disappear as they come by again.');
  if (from === 'unlisted' && to === 'public') notes.push('Search engines may list the site from now on.');
  if (to === 'share-link')
    notes.push(
      openLinks === 0
        ? 'No share link is open, so nobody can read the site before you make one.'
        : `Open to the holders of ${counted(openLinks, 'share link')}.`,
    );
  if (from === 'share-link')
    notes.push(
      isOpen(to)
        ? 'Share links lead to the same pages without their secret. They are kept, and work again if you come back to them.'
        : 'Share links do not open the site any more. They are kept, and work again if you come back to them.',
    );
  if (to === 'visitor-auth' && signInUrl === null)
    notes.push('You have not said at which address visitors sign in.');
  return [...notes, 'It holds for the next request, also for files, search and programs.'];
}
