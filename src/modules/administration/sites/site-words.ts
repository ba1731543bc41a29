import type { SiteVisibility } from '#modules/sites/index.js';

interface AudienceWords {
  title: string;
  /** Whom the site lets in. */
  readers: string;
  /** Experience of readers once the site is published. */
  published: string;
}

/** The audiences that a site can have, in words. */
export const AUDIENCES: Record<SiteVisibility, AudienceWords> = {
  public: {
    title: 'Public',
    readers: 'Everybody can read it, and search engines may list it.',
    published: 'Everybody who opens the address reads the site, and search engines may list it.',
  },
  unlisted: {
    title: 'Unlisted',
    readers: 'Everybody who has the address can read it. Search engines are asked to stay away.',
    published: 'Everybody who has the address reads the site. Search engines are asked to stay away.',
  },
  'share-link': {
    title: 'Share links',
    readers: 'Only people with a secret address that you hand out can read it.',
    published: 'People with a share link read the site. For everybody else there is no such site.',
  },
  'visitor-auth': {
    title: 'Signed-in visitors',
    readers: 'Only members, or people whom your own sign-in vouches for, can read it.',
    published:
      'Members, or people with a token of your sign-in, read the site. Everybody else is sent to sign in, or told to.',
  },
};

/** The choices of an audience for a form. */
export const AUDIENCE_OPTIONS = Object.entries(AUDIENCES).map(
  ([value, { title, readers, published }]) => ({ value, title, readers, published }) as const,
);
