import type { LinkView } from './frame-view.js';
import { Icon } from './ui-icon.js';
import { isExternal } from '#modules/rendering/index.js';

/** Attributes of a link that leaves the site or opens in a new tab. */
export function targetOf({ href, isBlank }: { href?: string; isBlank?: boolean }) {
  const isAway = href !== undefined && isExternal(href);
  return { target: isBlank ? '_blank' : undefined, rel: isAway ? 'noopener' : undefined };
}

/** An entry of a menu. */
export function MenuLink({ link }: { link: LinkView }) {
  return (
    <a class="menu-link" href={link.href} {...targetOf(link)}>
      <span>{link.title}</span>
      {isExternal(link.href) && <Icon name="arrow-up-right-from-square" className="menu-away" />}
    </a>
  );
}
