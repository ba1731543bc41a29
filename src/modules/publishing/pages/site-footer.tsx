import type { PageWords } from '#modules/words/index.js';
import type { SiteFooterView } from './frame-view.js';
import { targetOf } from './menu-link.js';
import { SocialLinks } from './site-header.js';

/** The footer of every page of the site. */
export function SiteFooter({ footer, text }: { footer: SiteFooterView; text: PageWords }) {
  const { logo, groups, copyright, social, privacyHref, showsMaker } = footer;
  const isEmpty = !logo && groups.length === 0 && !copyright && social.length === 0;
  if (isEmpty && !privacyHref && !showsMaker) return null;
  return (
    <footer class={logo || groups.length > 0 ? 'site-footer site-footer-full' : 'site-footer'}>
      <div class="site-footer-inner">
        {(logo || groups.length > 0) && <FooterGroups footer={footer} />}
        <div class="footer-end">
          {copyright && <p>{copyright}</p>}
          {privacyHref && (
            <p>
              <a href={privacyHref} rel="noopener">
                {text.privacyPolicy}
              </a>
            </p>
          )}
          {showsMaker && (
            <p class="footer-maker">
              {text.publishedWith} <strong>Bindery</strong>
            </p>
          )}
          {social.length > 0 && <SocialLinks links={social} />}
        </div>
      </div>
    </footer>
  );
}

function FooterGroups({ footer: { logo, groups } }: { footer: SiteFooterView }) {
  return (
    <div class="footer-top">
      {logo && (
        <div class="footer-logo">
          <img class={logo.dark ? 'only-light' : undefined} src={logo.light} alt="" loading="lazy" />
          {logo.dark && <img class="only-dark" src={logo.dark} alt="" loading="lazy" />}
        </div>
      )}
      {groups.map((group) => (
        <nav class="footer-group" aria-label={group.title}>
          <p class="footer-title">{group.title}</p>
          <ul>
            {group.links.map((link) => (
              <li>
                <a href={link.href} {...targetOf(link)}>
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  );
}
