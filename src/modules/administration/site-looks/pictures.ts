/** A picture that a site has at one of its places. */
export interface PictureField {
  /** Path of the setting. */
  path: string;
  label: string;
  hint: string;
  /** True where there is one for light and one for dark pages. */
  hasModes: boolean;
}

export const PICTURES: readonly PictureField[] = [
  {
    path: 'header.logo',
    label: 'Logo in the header',
    hint: 'PNG, SVG, JPEG, GIF or WebP; it is shown 32 pixels high.',
    hasModes: true,
  },
  { path: 'footer.logo', label: 'Logo in the footer', hint: 'PNG, SVG, JPEG, GIF or WebP.', hasModes: true },
  {
    path: 'favicon.icon',
    label: 'Icon of the site',
    hint: 'A square of at least 48 pixels, for tabs and bookmarks. It takes the place of the emoji.',
    hasModes: true,
  },
  {
    path: 'socialPreview.url',
    label: 'Picture for shared links',
    hint: '1200 by 630 pixels: chats and social networks show it beside links to the site.',
    hasModes: false,
  },
];
