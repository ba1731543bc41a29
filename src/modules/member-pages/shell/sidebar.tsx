import { Icon, TitleMark } from '#modules/publishing/index.js';
import { firstLetter } from './face.js';
import type { NavigationItem, SearchPlace, ShellView, TreeNode } from './shell-view.js';

export const SIDEBAR_ID = 'app-sidebar';

/**
 * The navigation at the side. On narrow screens it is a popover, which browsers open and close without scripts.
 */
export function Sidebar({ view }: { view: ShellView }) {
  const { organization, navigation } = view;
  return (
    <aside class="app-sidebar" id={SIDEBAR_ID} popover="auto" aria-label="Organization">
      <Switcher view={view} />
      {organization && (
        <>
          <SearchEntry search={{ organization: organization.id, href: view.searchHref }} />
          <nav aria-label="Main">
            <ul class="app-nav">
              {navigation
                .filter(({ isFirst }) => isFirst)
                .map((item) => (
                  <Entry item={item} />
                ))}
            </ul>
          </nav>
          <SpacesPart view={view} organization={organization.id} />
          <nav class="app-nav-end" aria-label="Organization">
            <ul class="app-nav">
              {navigation
                .filter(({ isFirst }) => !isFirst)
                .map((item) => (
                  <Entry item={item} />
                ))}
            </ul>
          </nav>
        </>
      )}
    </aside>
  );
}

/** The tree of collections and spaces, and the way to make a space. */
function SpacesPart({ view, organization }: { view: ShellView; organization: string }) {
  const { base, tree } = view;
  return (
    <nav class="app-spaces" aria-label="Spaces">
      <div class="app-nav-head">
        <p class="app-nav-title">Spaces</p>
        {view.newSpaceHref !== null && (
          <a class="icon-button app-nav-new" href={view.newSpaceHref} title="New space" data-command="">
            <Icon name="plus" />
            <span class="visually-hidden">New space</span>
          </a>
        )}
      </div>
      {tree.length === 0 ? (
        <p class="app-nav-empty">There are none yet.</p>
      ) : (
        <Tree nodes={tree} view={view} />
      )}
      {view.hasMoreSpaces && (
        <a class="app-nav-link" href={`${base}/app/o/${encodeURIComponent(organization)}/spaces`}>
          All spaces
        </a>
      )}
    </nav>
  );
}

function Switcher({ view }: { view: ShellView }) {
  const { base, organization, organizations } = view;
  return (
    <details class="menu app-switcher" data-popup>
      <summary>
        <OrganizationMark title={organization?.title ?? 'Bindery'} logoUrl={organization?.logoUrl ?? null} />
        <span class="app-switcher-name" dir="auto">
          {organization?.title ?? 'Bindery'}
        </span>
        <Icon name="chevron-down" className="menu-mark" />
      </summary>
      <div class="menu-box">
        <ul>
          {organizations.map(({ id, title }) => (
            <li>
              <a
                class="menu-link"
                href={`${base}/app/o/${encodeURIComponent(id)}`}
                aria-current={id === organization?.id ? 'true' : undefined}
              >
                <span dir="auto">{title}</span>
              </a>
            </li>
          ))}
          <li class="menu-rule">
            <a class="menu-link" href={`${base}/app/organizations`}>
              All organizations and invitations
            </a>
          </li>
        </ul>
      </div>
    </details>
  );
}

function OrganizationMark({ title, logoUrl }: { title: string; logoUrl: string | null }) {
  if (logoUrl !== null) return <img class="app-mark" src={logoUrl} alt="" referrerpolicy="no-referrer" />;
  return (
    <span class="app-mark app-mark-letter" aria-hidden="true">
      {firstLetter(title.trim()).toLocaleUpperCase() || 'B'}
    </span>
  );
}

/** A link to the search page; scripts open the palette instead. */
export function SearchEntry({ search: { organization, href } }: { search: SearchPlace }) {
  if (href === null) return null;
  return (
    <a
      class="app-search"
      href={href}
      data-palette=""
      data-organization={organization}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="magnifying-glass" />
      <span>Search</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </a>
  );
}

function Entry({ item }: { item: NavigationItem }) {
  const { href, title, icon, isCurrent, count } = item;
  return (
    <li>
      <a class="app-nav-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{title}</span>
        {count !== undefined && count > 0 && <Count of={count} />}
      </a>
    </li>
  );
}

/** A number beside a name. */
export function Count({ of }: { of: number }) {
  return <span class="app-count">{of > 99 ? '99+' : of}</span>;
}

function Tree({ nodes, view }: { nodes: readonly TreeNode[]; view: ShellView }) {
  return (
    <ul class="app-tree">
      {nodes.map((node) =>
        node.kind === 'space' ? (
          <li>
            <a
              class="app-nav-link"
              href={`${view.base}/app/s/${encodeURIComponent(node.space.id)}`}
              aria-current={view.currentId === node.space.id ? 'true' : undefined}
            >
              <SpaceMark space={node.space} />
              <span dir="auto">{node.space.title}</span>
            </a>
          </li>
        ) : (
          <Collection node={node} view={view} />
        ),
      )}
    </ul>
  );
}

function Collection({ node, view }: { node: Extract<TreeNode, { kind: 'collection' }>; view: ShellView }) {
  const { id, title } = node.collection;
  return (
    <li class="app-tree-collection">
      <a
        class="app-nav-link"
        href={`${view.base}/app/c/${encodeURIComponent(id)}`}
        aria-current={view.currentId === id ? 'true' : undefined}
      >
        <Icon name="folder" />
        <span dir="auto">{title}</span>
      </a>
      {node.nodes.length > 0 && (
        <details open={node.isOpen}>
          <summary aria-label={`Spaces in ${title}`}>
            <Icon name="chevron-right" className="chevron" />
          </summary>
          <Tree nodes={node.nodes} view={view} />
        </details>
      )}
    </li>
  );
}

/** The emoji or icon of a space; a book without either. */
export function SpaceMark({ space }: { space: { emoji: string; icon: string | null } }) {
  const of = { emoji: space.emoji, icon: space.icon ?? (space.emoji ? undefined : 'book') };
  return (
    <span class="app-space-mark">
      <TitleMark of={of} />
    </span>
  );
}
