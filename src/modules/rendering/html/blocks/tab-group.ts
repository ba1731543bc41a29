import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';

/** One of several views of the same subject. */
export interface Tab {
  id: string;
  title: string;
  label: ElementContent[];
  content: ElementContent[];
}

/**
 * Tabs. The markup is complete without a script: sections one after the other, each under its title. With a script the
 * row of tabs replaces the titles; panels and tabs already refer to each other.
 */
export function tabGroup(tabs: readonly Tab[], className: string): Element {
  return h('div', { class: className, dataTabs: '' }, [
    h(
      'div',
      { class: 'tab-list', role: 'tablist' },
      tabs.map((tab, index) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `${tab.id}-tab`,
            ariaControls: tab.id,
            ariaSelected: String(index === 0),
            tabIndex: index === 0 ? 0 : -1,
            dataTitle: tab.title,
          },
          tab.label,
        ),
      ),
    ),
    ...tabs.map((tab) =>
      h('div', { class: 'tab-panel', id: tab.id, role: 'tabpanel', ariaLabelledBy: `${tab.id}-tab` }, [
        h('p', { class: 'tab-title' }, tab.label),
        ...tab.content,
      ]),
    ),
  ]);
}
