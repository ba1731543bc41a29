import type { SectionView } from './frame-view.js';
import { targetOf } from './menu-link.js';
import { Icon } from './ui-icon.js';

/** The sections of the site side by side; groups of sections open a menu. */
export function SectionTabs({ sections, label }: { sections: SectionView[]; label: string }) {
  return (
    <nav class="section-tabs" aria-label={label}>
      <ul>
        {sections.map((section) => (
          <li>{section.href === undefined ? <GroupMenu group={section} /> : <Tab section={section} />}</li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ section }: { section: SectionView }) {
  return (
    <a
      class="section-tab"
      href={section.href}
      aria-current={section.current ? 'true' : undefined}
      {...targetOf(section)}
    >
      {section.icon && <Icon name={section.icon} />}
      <span>{section.title}</span>
    </a>
  );
}

function GroupMenu({ group }: { group: SectionView }) {
  return (
    <details class="menu" data-popup>
      <summary class={group.current ? 'section-tab section-tab-current' : 'section-tab'}>
        {group.icon && <Icon name={group.icon} />}
        <span>{group.title}</span>
        <Icon name="chevron-down" className="menu-mark" />
      </summary>
      <div class="menu-box section-menu">
        <SectionList sections={group.children} />
      </div>
    </details>
  );
}

/** Sections in a list, groups as headings: in menus and in the drawer of small screens. */
export function SectionList({ sections }: { sections: SectionView[] }) {
  return (
    <ul>
      {sections.map((section) =>
        section.href === undefined ? (
          <li class="section-group">
            <p class="section-heading">{section.title}</p>
            <SectionList sections={section.children} />
          </li>
        ) : (
          <li>
            <a
              class="menu-link section-link"
              href={section.href}
              aria-current={section.current ? 'true' : undefined}
              {...targetOf(section)}
            >
              {section.icon && <Icon name={section.icon} className="section-mark" />}
              <span>
                {section.title}
                {section.description && <small>{section.description}</small>}
              </span>
            </a>
          </li>
        ),
      )}
    </ul>
  );
}
