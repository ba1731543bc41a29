import type { ComponentChildren } from 'preact';
import { Icon, ThemeToggle } from '#modules/publishing/index.js';
import { wordsOf } from '#modules/words/index.js';
import { PostForm } from '../forms.js';
import { ArchivedNotice } from './archived-notice.js';
import { Face } from './face.js';
import type { Place, ShellView, TabView } from './shell-view.js';
import { Count, Sidebar, SIDEBAR_ID } from './sidebar.js';

/** The frame around a page of members: navigation at the side, the bar at the top, tabs and heading, then `children`. */
export function ShellFrame({
  view,
  heading,
  actions,
  isWide,
  children,
}: {
  view: ShellView;
  heading: ComponentChildren;
  actions?: ComponentChildren;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class="app">
      <a class="skip-link" href="#bdy-main">
        Skip to content
      </a>
      <Sidebar view={view} />
      <div class="app-column">
        <header class="app-bar">
          <button
            type="button"
            class="icon-button app-menu-button"
            popovertarget={SIDEBAR_ID}
            aria-label="Menu"
          >
            <Icon name="bars" />
          </button>
          <Breadcrumbs places={view.breadcrumbs} />
          <UserMenu view={view} />
        </header>
        {view.tabs.length > 0 && <Tabs tabs={view.tabs} />}
        <main class={isWide ? 'member-page member-page-wide' : 'member-page'} id="bdy-main" tabindex={-1}>
          {view.archived && <ArchivedNotice view={view.archived} />}
          <div class="app-heading">
            <h1 dir="auto">{heading}</h1>
            {actions && <div class="app-heading-actions">{actions}</div>}
          </div>
          {children}
        </main>
      </div>
    </div>
  );
}

function Breadcrumbs({ places }: { places: readonly Place[] }) {
  if (places.length === 0) return <div class="app-breadcrumbs" />;
  return (
    <nav class="app-breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {places.map(({ href, title }) => (
          <li>
            <a href={href} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The parts of a space, a site, or another place. */
export function Tabs({ tabs }: { tabs: readonly TabView[] }) {
  return (
    <nav class="app-tabs" aria-label="Parts">
      <ul>
        {tabs.map(({ href, title, isCurrent, count }) => (
          <li>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              {title}
              {count !== undefined && <Count of={count} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The menu of the person who is signed in. */
export function UserMenu({ view }: { view: Pick<ShellView, 'base' | 'person'> }) {
  const { base, person } = view;
  const links: [string, string, string][] = [
    ['profile', 'user', 'Profile'],
    ['notifications', 'bell', 'Notifications by mail'],
    ['tokens', 'key', 'Tokens'],
    ['cli', 'terminal', 'Command line'],
  ];
  return (
    <details class="menu app-user" data-popup>
      <summary aria-label={`You: ${person.displayName}`}>
        <Face person={person} size="medium" />
      </summary>
      <div class="menu-box">
        <p class="app-user-name">
          <strong dir="auto">{person.displayName}</strong>
          <span>{person.email}</span>
        </p>
        <ul>
          {links.map(([path, icon, title]) => (
            <li>
              <a class="menu-link" href={`${base}/app/${path}`}>
                <Icon name={icon} />
                {title}
              </a>
            </li>
          ))}
        </ul>
        {person.operateHref !== null && (
          <ul>
            <li class="menu-rule">
              <a class="menu-link" href={person.operateHref}>
                <Icon name="server" />
                Operate
              </a>
            </li>
          </ul>
        )}
        <ThemeToggle text={wordsOf('en').page} />
        <PostForm action={`${base}/app/sign-out`} class="app-sign-out">
          <button type="submit" class="menu-link">
            <Icon name="right-from-bracket" />
            Sign out
          </button>
        </PostForm>
      </div>
    </details>
  );
}
