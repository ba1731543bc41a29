import { renderToString } from 'preact-render-to-string';
import { fill, type PageWords } from '#modules/words/index.js';
import type { IconStyle } from '#modules/rendering/index.js';
import type { FrameView, PageTreeNode } from './page-view.js';
import { MenuLink } from './menu-link.js';
import { SectionList } from './section-tabs.js';
import { ThemeToggle } from './theme-toggle.js';
import { Icon, TitleMark } from './ui-icon.js';

/** Options for drawing nodes. */
interface Drawing {
  text: PageWords;
  icons: IconStyle;
}

/** HTML of the items of shared nodes, by all options that change it. */
const drawn = new WeakMap<PageTreeNode, Map<string, string>>();

/** The page tree beside the content; on small screens a drawer, which also has the header's links. */
export function PageTree({ view, text, hasTree }: { view: FrameView; text: PageWords; hasTree: boolean }) {
  const drawing = { text, icons: view.surroundings?.look.icons ?? 'solid' };
  return (
    <nav
      class={hasTree ? 'sidebar' : 'sidebar sidebar-drawer'}
      id="bdy-sidebar"
      aria-label={text.pages}
      tabindex={-1}
    >
      <div class="sidebar-inner">
        {view.surroundings && <DrawerSections view={view} text={text} />}
        {hasTree && <Level nodes={view.tree} drawing={drawing} />}
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

function Level({ nodes, drawing }: { nodes: PageTreeNode[]; drawing: Drawing }) {
  return (
    <ul class="tree">
      {nodes.map((node) =>
        node.type === 'group' ? (
          <Group node={node} drawing={drawing} />
        ) : (
          <Item node={node} drawing={drawing} />
        ),
      )}
    </ul>
  );
}

function Group({ node, drawing }: { node: PageTreeNode; drawing: Drawing }) {
  const id = `bdy-group-${node.id}`;
  return (
    <li class="tree-group">
      <p class="tree-heading" id={id}>
        <TitleMark of={node} className="tree-mark" />
        <span>{node.title}</span>
      </p>
      <div role="group" aria-labelledby={id}>
        <Level nodes={node.children} drawing={drawing} />
      </div>
    </li>
  );
}

function Item({ node, drawing }: { node: PageTreeNode; drawing: Drawing }) {
  const className = node.children.length > 0 ? 'tree-item tree-parent' : 'tree-item';
  if (node.isShared)
    return <li class={className} dangerouslySetInnerHTML={{ __html: drawnOnce(node, drawing) }} />;
  return (
    <li class={className}>
      <ItemContent node={node} drawing={drawing} />
    </li>
  );
}

function drawnOnce(node: PageTreeNode, drawing: Drawing): string {
  const key = `${drawing.icons} ${drawing.text.pagesUnder}`;
  const all = drawn.get(node) ?? new Map<string, string>();
  drawn.set(node, all);
  const known = all.get(key);
  if (known !== undefined) return known;
  const html = renderToString(<ItemContent node={node} drawing={drawing} />);
  all.set(key, html);
  return html;
}

function ItemContent({ node, drawing }: { node: PageTreeNode; drawing: Drawing }) {
  const isExternal = node.type === 'link' && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(node.href ?? '');
  return (
    <>
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
          {/* The summary stands beside the link: opening a branch and reading its page are separate actions. */}
          <summary aria-label={fill(drawing.text.pagesUnder, { title: node.title })}>
            <Icon name="chevron-right" className="chevron" />
          </summary>
          <Level nodes={node.children} drawing={drawing} />
        </details>
      )}
    </>
  );
}
