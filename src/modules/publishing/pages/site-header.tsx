import type { UiText } from '../rendering/ui-text.js';
import type { SearchView, SiteVariant, SiteView } from './page-view.js';
import { SearchLink } from './search-link.js';
import { Icon, TitleMark } from './ui-icon.js';

/** The bar at the top: menu button on small screens, the site's name, its variants, the colour theme. */
export function SiteHeader({
  site,
  variants,
  search,
  text,
  hasMenu,
}: {
  site: SiteView;
  variants?: SiteVariant[];
  search?: SearchView;
  text: UiText;
  hasMenu: boolean;
}) {
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
        <div class="site-header-end">
          {search && <SearchLink search={search} language={site.language} />}
          {variants && variants.length > 1 && <Variants variants={variants} text={text} />}
          <ThemeToggle text={text} />
        </div>
      </div>
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

function Variants({ variants, text }: { variants: SiteVariant[]; text: UiText }) {
  const current = variants.find((variant) => variant.current) ?? variants[0];
  return (
    <details class="variants" data-popup>
      <summary aria-label={`${text.variants}: ${current?.title ?? ''}`}>
        <span>{current?.title}</span>
        <Icon name="chevron-down" />
      </summary>
      <nav aria-label={text.variants}>
        <ul>
          {variants.map((variant) => (
            <li>
              <a href={variant.href} aria-current={variant.current ? 'true' : undefined}>
                {variant.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

/** Works by script only, so the style sheet shows it only where scripts run. */
function ThemeToggle({ text }: { text: UiText }) {
  const choices = [
    { name: 'light', icon: 'sun', label: text.light },
    { name: 'system', icon: 'desktop', label: text.system },
    { name: 'dark', icon: 'moon', label: text.dark },
  ];
  return (
    <div class="theme-toggle" role="group" aria-label={text.theme}>
      {choices.map((choice) => (
        <button
          type="button"
          data-theme-choice={choice.name}
          aria-pressed={choice.name === 'system' ? 'true' : 'false'}
          aria-label={choice.label}
          title={choice.label}
        >
          <Icon name={choice.icon} />
        </button>
      ))}
    </div>
  );
}
