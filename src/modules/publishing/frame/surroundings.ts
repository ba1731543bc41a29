import { customizationOf, type SiteCustomization, type Themed } from '#modules/sites/index.js';
import type {
  AnnouncementView,
  LookView,
  PdfView,
  SiteFooterView,
  SurroundingsView,
} from '../pages/frame-view.js';
import type { PublishedPlace } from '../published-content.js';
import { type IconStyle, type RenderContext, safeImage, safeLink } from '#modules/rendering/index.js';
import { headerColor } from '../theme/palette.js';
import { firstFontPaths, themePath } from '../theme/theme-route.js';
import { announcementId } from '../theme/theme-styles.js';
import { sectionViews, SettingsLinks, socialLinks } from './site-links.js';

/** Path below which a site has its spaces and pages as PDF files, by their ids; the module for PDF files answers there. */
export const PDF_PATH = '~pdf/';

/**
 * The parts around the pages of a space that the settings of the site define.
 * @param pageId id of the page; absent on pages such as search results.
 */
export function surroundings(
  place: PublishedPlace,
  context: RenderContext,
  pageId?: string,
): SurroundingsView {
  const customization = customizationOf(place.site, place.space);
  const links = new SettingsLinks(context, customization);
  const sections = sectionViews(place, links);
  const isPlain = customization.header.preset === 'none';
  return {
    look: lookView(place, customization, sections.length > 0),
    links: isPlain ? [] : links.header(),
    sections,
    social: isPlain ? [] : socialLinks(customization, 'header'),
    announcement: announcementView(customization, links),
    footer: footerView(customization, links),
    showsPagination: customization.pagination.enabled,
    ...(customization.pdf.enabled && place.site.siteId !== '' ? { pdf: pdfView(place, pageId) } : {}),
    asksFeedback: customization.feedback.enabled && place.site.siteId !== '',
  };
}

/** Style of icons on the pages of a space: the style in the settings, as far as the free set has it. */
export function iconStyle({ site, space }: PublishedPlace): IconStyle {
  const { icons } = customizationOf(site, space).styling;
  return icons === 'solid' || icons === 'duotone' ? 'solid' : 'outlined';
}

/** Images for light and dark pages; a single one if both are equal. */
export function themedImage(images: Themed | undefined): { light: string; dark?: string } | undefined {
  const light = images && safeImage(images.light);
  const dark = images && safeImage(images.dark);
  if (!light || !dark) return undefined;
  return light === dark ? { light } : { light, dark };
}

function lookView(place: PublishedPlace, customization: SiteCustomization, hasSections: boolean): LookView {
  const { site, space, siteBasePath } = place;
  const { styling, header, themes, favicon } = customization;
  // A draft without a site has no style sheet: it looks like a site with default settings.
  const isShown = space.siteSpaceId !== '';
  const icon = favicon.icon && themedImage(favicon.icon);
  return {
    ...(isShown ? { styles: siteBasePath + themePath(site, space) } : {}),
    fonts: isShown ? firstFontPaths(site, space).map((path) => siteBasePath + path) : [],
    words: [
      `theme-${styling.theme}`,
      `corners-${styling.corners}`,
      `depth-${styling.depth}`,
      `links-${styling.links}`,
      `sidebar-${styling.sidebar.background}`,
      `list-${styling.sidebar.list}`,
      `search-${styling.search}`,
      ...(header.preset === 'none' ? ['header-none'] : []),
      ...(hasSections ? ['sections'] : []),
    ],
    icons: iconStyle(place),
    theme: { first: themes.default, isFixed: !themes.toggeable },
    isCounted: site.siteId !== '',
    colors: headerColor(customization),
    favicon: icon
      ? { light: icon.light, dark: icon.dark ?? icon.light }
      : favicon.emoji
        ? { emoji: favicon.emoji }
        : null,
  };
}

function pdfView({ siteBasePath, space }: PublishedPlace, pageId?: string): PdfView {
  const spaceHref = siteBasePath + PDF_PATH + space.siteSpaceId;
  return { spaceHref, ...(pageId === undefined ? {} : { pageHref: `${spaceHref}/${pageId}` }) };
}

function announcementView(
  customization: SiteCustomization,
  links: SettingsLinks,
): AnnouncementView | undefined {
  const { announcement } = customization;
  const id = announcementId(customization);
  if (!announcement || id === null) return undefined;
  const link = announcement.link && links.link(announcement.link);
  const { message, style } = announcement;
  return { id, message, style, ...(link ? { link } : {}) };
}

function footerView(customization: SiteCustomization, links: SettingsLinks): SiteFooterView {
  const { footer, privacyPolicy, trademark } = customization;
  const privacyHref = privacyPolicy.url && safeLink(privacyPolicy.url);
  return {
    logo: themedImage(footer.logo),
    groups: footer.groups
      .map((group) => ({ title: group.title, links: links.list(group.links) }))
      .filter((group) => group.links.length > 0),
    copyright: footer.copyright,
    social: socialLinks(customization, 'footer'),
    ...(privacyHref ? { privacyHref } : {}),
    showsMaker: trademark.enabled,
  };
}
