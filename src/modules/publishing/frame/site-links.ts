import type { ContentRef } from '#modules/documents/index.js';
import type {
  CustomizationLink,
  PublishedSite,
  PublishedSiteNode,
  SiteCustomization,
} from '#modules/sites/index.js';
import { defaultSpaceOf } from '#modules/sites/index.js';
import type { HeaderLinkView, LinkView, SectionView, SocialLinkView } from '../pages/frame-view.js';
import type { PublishedPlace } from '../published-content.js';
import { isExternal, type RenderContext, safeLink } from '#modules/rendering/index.js';
import { spacePath } from '../site-links.js';

/** References of all links in the settings of a site. */
export function linkedRefs({ header, footer, announcement }: SiteCustomization): ContentRef[] {
  const links = [
    ...header.links.flatMap((item) => item.links),
    ...footer.groups.flatMap((group) => group.links),
    ...(announcement?.link ? [announcement.link] : []),
  ];
  return [...header.links.flatMap(({ to }) => (to ? [to] : [])), ...links.map(({ to }) => to)];
}

/** Turns links of settings into links of pages; links that the reader cannot open are left out. */
export class SettingsLinks {
  constructor(
    private readonly context: RenderContext,
    private readonly customization: SiteCustomization,
  ) {}

  link({ title, to }: CustomizationLink): LinkView | null {
    const href = this.href(to);
    return href === null ? null : { title, href, ...this.blank(href) };
  }

  list(links: CustomizationLink[]): LinkView[] {
    return links.map((link) => this.link(link)).filter((link) => link !== null);
  }

  header(): HeaderLinkView[] {
    return this.customization.header.links.flatMap(({ title, style = 'link', to, links }) => {
      const href = to && this.href(to);
      const inner = this.list(links);
      if (!href && inner.length === 0) return [];
      return [{ title, style, links: inner, ...(href ? { href, ...this.blank(href) } : {}) }];
    });
  }

  /** `isBlank` if the site wants external links to open in a new tab. */
  blank(href: string): { isBlank?: true } {
    return this.customization.externalLinks.target === 'blank' && isExternal(href) ? { isBlank: true } : {};
  }

  private href(to: ContentRef): string | null {
    const target = this.context.resolveRef(to)?.href ?? (to.kind === 'url' ? to.url : undefined);
    return target === undefined ? null : safeLink(target);
  }
}

/** The sections of a site as a menu; empty if there is only one. */
export function sectionViews(place: PublishedPlace, links: SettingsLinks): SectionView[] {
  const { site } = place;
  const views = site.navigation.flatMap((node) => sectionView(node, place, links));
  return countOf(site.navigation) > 1 ? views : [];
}

function sectionView(node: PublishedSiteNode, place: PublishedPlace, links: SettingsLinks): SectionView[] {
  const { title, icon } = node.kind === 'section' ? node.section : node;
  const common = { title, ...(icon ? { icon } : {}) };
  if (node.kind === 'group') {
    const children = node.children.flatMap((child) => sectionView(child, place, links));
    const isCurrent = children.some(({ current }) => current);
    return children.length > 0 ? [{ ...common, children, current: isCurrent }] : [];
  }
  const { description } = node.kind === 'section' ? node.section : node;
  const href = node.kind === 'link' ? safeLink(node.url) : sectionHref(node.section, place);
  if (href === null) return [];
  return [
    {
      ...common,
      ...(description ? { description } : {}),
      href,
      ...links.blank(href),
      current: node.kind === 'section' && node.section.id === place.space.section?.id,
      children: [],
    },
  ];
}

function sectionHref(
  section: PublishedSite['sections'][number],
  { site, siteBasePath }: PublishedPlace,
): string | null {
  const space = defaultSpaceOf(site, section);
  return space ? spacePath(siteBasePath, space) : null;
}

function countOf(nodes: PublishedSiteNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.kind === 'group' ? countOf(node.children) : 1), 0);
}

const SOCIAL: Record<string, { icon: string; label: string; url: string }> = {
  twitter: { icon: 'x-twitter', label: 'X', url: 'https://x.com/' },
  instagram: { icon: 'instagram', label: 'Instagram', url: 'https://www.instagram.com/' },
  facebook: { icon: 'facebook', label: 'Facebook', url: 'https://www.facebook.com/' },
  linkedin: { icon: 'linkedin', label: 'LinkedIn', url: 'https://www.linkedin.com/' },
  github: { icon: 'github', label: 'GitHub', url: 'https://github.com/' },
  discord: { icon: 'discord', label: 'Discord', url: 'https://discord.gg/' },
  slack: { icon: 'slack', label: 'Slack', url: 'https://' },
  youtube: { icon: 'youtube', label: 'YouTube', url: 'https://www.youtube.com/' },
  tiktok: { icon: 'tiktok', label: 'TikTok', url: 'https://www.tiktok.com/@' },
  reddit: { icon: 'reddit', label: 'Reddit', url: 'https://www.reddit.com/' },
  bluesky: { icon: 'bluesky', label: 'Bluesky', url: 'https://bsky.app/profile/' },
  mastodon: { icon: 'mastodon', label: 'Mastodon', url: 'https://' },
  threads: { icon: 'threads', label: 'Threads', url: 'https://www.threads.net/@' },
  medium: { icon: 'medium', label: 'Medium', url: 'https://medium.com/' },
};

/** Social accounts that a site shows in its header or footer. A handle may also be a whole address. */
export function socialLinks(
  { socialAccounts }: SiteCustomization,
  where: 'header' | 'footer',
): SocialLinkView[] {
  return socialAccounts.flatMap(({ platform, handle, display }) => {
    const known = SOCIAL[platform];
    if (!display[where] || !known) return [];
    const bare = known.url.endsWith('@') ? handle.replace(/^@/, '') : handle;
    const href = safeLink(/^https?:\/\//i.test(handle) ? handle : known.url + bare);
    return href === null ? [] : [{ href, label: known.label, icon: known.icon }];
  });
}
