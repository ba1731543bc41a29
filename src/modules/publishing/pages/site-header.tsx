import type { PageWords } from '#modules/words/index.js';
import type { HeaderLinkView, SocialLinkView } from './frame-view.js';
import { MenuLink, targetOf } from './menu-link.js';
import type { FrameView, SiteVariant, SiteView } from './page-view.js';
import { SearchLink } from './search-link.js';
import { SectionTabs } from './section-tabs.js';
import { ThemeToggle } from './theme-toggle.js';
import { Icon, TitleMark } from './ui-icon.js';

/** The bar at the top: menu button on small screens, the site's name, search, links, variants, theme; sections below it. */
export function SiteHeader({ view, text, hasMenu }: { view: FrameView; text: PageWords; hasMenu: boolean }) {
  const { site, variants, search, surroundings } = view;
  const { links = [], social = [], sections = [], look } = surroundings ?? {};
  return (
    <header class="site-header">
      <div class="site-header-inner">
        {hasMenu && (
          <button
            type="button"
            class="icon-button menu-button"
            data-menu
            aria-expanded="false"
            aria-controls="bdy-sidebar"
            aria-label={text.menu}
          >
            <Icon name="bars" className="menu-open" />
            <Icon name="xmark" className="menu-close" />
          </button>
        )}
        <a class="site-title" href={site.homeHref}>
          <Logo site={site} />
        </a>
        {variants && variants.length > 1 && <Variants variants={variants} text={text} />}
        <div class="site-header-end">
          {search && <SearchLink search={search} language={site.language} />}
          {links.length > 0 && <HeaderLinks links={links} label={text.siteLinks} />}
          {social.length > 0 && <SocialLinks links={social} />}
          {!look?.theme.isFixed && <ThemeToggle text={text} />}
        </div>
      </div>
      {sections.length > 0 && <SectionTabs sections={sections} label={text.sections} />}
    </header>
  );
}

function Logo({ site }: { site: SiteView }) {
  if (!site.logo)
    return (
      <>
        <TitleMark of={site.emoji || site.icon ? site : { icon: 'book-open' }} className="site-mark" />
        <span>{site.title}</span>
      </>
    );
  const { light, dark } = site.logo;
  return (
    <>
      <img class={dark ? 'site-logo only-light' : 'site-logo'} src={light} alt={site.title} />
      {dark && <img class="site-logo only-dark" src={dark} alt={site.title} />}
    </>
  );
}

function Variants({ variants, text }: { variants: SiteVariant[]; text: PageWords }) {
  const current = variants.find((variant) => variant.current) ?? variants[0];
  const languages = new Set(variants.map(({ language }) => language));
  const label = languages.size === variants.length ? text.languages : text.variants;
  return (
    <details class="menu variants" data-popup>
      <summary aria-label={`${label}: ${current?.title ?? ''}`}>
        {label === text.languages && <Icon name="language" className="variants-mark" />}
        {/* The direction is automatic, so that a name in another direction is cut off at its end. */}
        <span dir="auto">{current?.title}</span>
        <Icon name="chevron-down" className="menu-mark" />
      </summary>
      <nav class="menu-box" aria-label={label}>
        <ul>
          {variants.map((variant) => (
            <li>
              <a
                class="menu-link"
                href={variant.href}
                hreflang={variant.language}
                lang={variant.language}
                aria-current={variant.current ? 'true' : undefined}
              >
                {variant.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

function HeaderLinks({ links, label }: { links: HeaderLinkView[]; label: string }) {
  return (
    <nav class="header-links" aria-label={label}>
      <ul>
        {links.map((link) => (
          <li>{link.links.length > 0 ? <LinkMenu link={link} /> : <HeaderLink link={link} />}</li>
        ))}
      </ul>
    </nav>
  );
}

const STYLES: Record<HeaderLinkView['style'], string> = {
  link: 'header-link',
  'button-primary': 'button button-primary button-small',
  'button-secondary': 'button button-secondary button-small',
};

function HeaderLink({ link }: { link: HeaderLinkView }) {
  return (
    <a class={STYLES[link.style]} href={link.href} {...targetOf(link)}>
      {link.title}
    </a>
  );
}

/** A link with further links below it is the first entry of its menu. */
function LinkMenu({ link }: { link: HeaderLinkView }) {
  const own = link.href ? [{ title: link.title, href: link.href, isBlank: link.isBlank }] : [];
  return (
    <details class="menu" data-popup>
      <summary class={STYLES[link.style]}>
        <span>{link.title}</span>
        <Icon name="chevron-down" className="menu-mark" />
      </summary>
      <div class="menu-box">
        <ul>
          {[...own, ...link.links].map((inner) => (
            <li>
              <MenuLink link={inner} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** Social accounts as icons. */
export function SocialLinks({ links }: { links: SocialLinkView[] }) {
  return (
    <ul class="social-links">
      {links.map((link) => (
        <li>
          <a href={link.href} rel="noopener me" aria-label={link.label} title={link.label}>
            <Icon name={link.icon} />
          </a>
        </li>
      ))}
    </ul>
  );
}
