import { fill } from '../words/words.js';
import type { PageWords } from '../words/words.types.js';
import type { FrameView, PageTreeNode } from './page-view.js';
import { MenuLink } from './menu-link.js';
import { SectionList } from './section-tabs.js';
import { ThemeToggle } from './theme-toggle.js';
import { Icon, TitleMark } from './ui-icon.js';

/** The list of pages beside the content; on small screens the drawer, with what the header has no room for. */
export function PageTree({ view, text, hasTree }: { view: FrameView; text: PageWords; hasTree: boolean }) {
  return (
    <nav
      class={hasTree ? 'sidebar' : 'sidebar sidebar-drawer'}
      id="bdy-sidebar"
      aria-label={text.pages}
      tabindex={-1}
    >
      <div class="sidebar-inner">
        {view.surroundings && <DrawerSections view={view} text={text} />}
        {hasTree && <Level nodes={view.tree} text={text} />}
        {view.surroundings && <DrawerLinks view={view} text={text} />}
      </div>
    </nav>
  );
}

function DrawerSections({ view, text }: { view: FrameView; text: PageWords }) {
  const sections = view.surroundings?.sections ?? [];
  if (sections.length === 0) return null;
  return (
    <div class="drawer" role="group" aria-label={text.sections}>
      <SectionList sections={sections} />
    </div>
  );
}

function DrawerLinks({ view, text }: { view: FrameView; text: PageWords }) {
  const { links = [], look } = view.surroundings ?? {};
  return (
    <div class="drawer drawer-end">
      {links.length > 0 && (
        <ul>
          {links.flatMap(({ title, href, isBlank, links: inner }) =>
            [...(href ? [{ title, href, isBlank }] : []), ...inner].map((link) => (
              <li>
                <MenuLink link={link} />
              </li>
            )),
          )}
        </ul>
      )}
      {!look?.theme.isFixed && <ThemeToggle text={text} />}
    </div>
  );
}

function Level({ nodes, text }: { nodes: PageTreeNode[]; text: PageWords }) {
  return (
    <ul class="tree">
      {nodes.map((node) =>
        node.type === 'group' ? <Group node={node} text={text} /> : <Item node={node} text={text} />,
      )}
    </ul>
  );
}

function Group({ node, text }: { node: PageTreeNode; text: PageWords }) {
  const id = `bdy-group-${node.id}`;
  return (
    <li class="tree-group">
      <p class="tree-heading" id={id}>
        <TitleMark of={node} className="tree-mark" />
        <span>{node.title}</span>
      </p>
      <div role="group" aria-labelledby={id}>
        <Level nodes={node.children} text={text} />
      </div>
    </li>
  );
}

function Item({ node, text }: { node: PageTreeNode; text: PageWords }) {
  const isExternal = node.type === 'link' && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(node.href ?? '');
  return (
    <li class={node.children.length > 0 ? 'tree-item tree-parent' : 'tree-item'}>
      <a
        class="tree-link"
        href={node.href}
        aria-current={node.current ? 'page' : undefined}
        rel={isExternal ? 'noopener' : undefined}
      >
        <TitleMark of={node} className="tree-mark" />
        <span>{node.title}</span>
        {isExternal && <Icon name="arrow-up-right-from-square" className="tree-external" />}
      </a>
      {node.children.length > 0 && (
        <details class="tree-children" open={node.open || node.current}>
          {/* Beside the link, not around it: opening a branch and reading its page are two things. */}
          <summary aria-label={fill(text.pagesUnder, { title: node.title })}>
            <Icon name="chevron-right" className="chevron" />
          </summary>
          <Level nodes={node.children} text={text} />
        </details>
      )}
    </li>
  );
}
