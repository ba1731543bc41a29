import { isBackwards, backwardsLanguage } from '#platform/typography/writing.js';
import { customizationOf } from '#modules/sites/index.js';
import type { PublishedPlace } from '../../published-content.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import type { NavigationPage } from '../../space-navigation.js';
import { fingerprint } from '../site-for-machines.js';
import type { PreviewView } from './preview.types.js';

export function previewView(place: PublishedPlace, entry: NavigationPage): PreviewView {
  const { site, space } = place;
  const { styling, header, favicon, themes } = customizationOf(site, space);
  const { title, description, emoji } = entry.page;
  const language = space.language ?? 'en';
  const isDark = themes.default === 'dark';
  const theme = isDark ? 'dark' : 'light';
  const sign =
    emojiCharacters(emoji ?? '') ?? emojiCharacters(favicon.emoji ?? '') ?? emojiCharacters(space.emoji);
  const trail = trailOf(place, entry).join(' / ');
  const logo = header.logo?.[theme];
  return {
    title,
    siteTitle: site.title,
    ...(description ? { description } : {}),
    ...(trail === '' ? {} : { trail }),
    ...(sign ? { emoji: sign } : {}),
    ...(logo ? { logo } : {}),
    color: styling.primaryColor[theme],
    isDark,
    isBackwards: backwardsLanguage(title) !== null || isBackwards(language),
    language,
  };
}

/** Path of the preview images below the root of a site. */
export const PREVIEWS = '~og/';

/** Path of the image of a page on its site. It changes with the look of the image, because services cache images. */
export function previewPath(place: PublishedPlace, entry: NavigationPage): string {
  const name = `${encodeURIComponent(place.space.siteSpaceId)}/${encodeURIComponent(entry.page.id)}`;
  return `${place.siteBasePath}${PREVIEWS}${name}.png?v=${fingerprint(previewView(place, entry)).slice(0, 12)}`;
}

function trailOf({ space }: PublishedPlace, entry: NavigationPage): string[] {
  const names: string[] = [];
  for (let above = entry.parent; above; above = above.parent) names.unshift(above.page.title);
  return [...(space.section ? [space.section.title] : []), ...names];
}
