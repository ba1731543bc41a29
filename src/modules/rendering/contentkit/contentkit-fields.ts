import type { Element } from 'hast';
import { h } from 'hastscript';
import type { ContentKitAction, ContentKitElement } from './contentkit.schema.js';
import type { DrawnBlock } from './drawn-block.js';

/** Elements that readers fill in or choose from. */
type FieldElement = Extract<
  ContentKitElement,
  { type: 'textinput' | 'select' | 'switch' | 'radio' | 'checkbox' }
>;
type Act = (action: ContentKitAction) => { dataAction: string } | undefined;

/** A field that holds a member of the block's state; the script of the page sends all fields with the next action. */
export function field(element: FieldElement, drawn: DrawnBlock, act: Act): Element {
  const { state: name } = element;
  const current = Object.hasOwn(drawn.state, name) ? drawn.state[name] : undefined;
  const common = {
    dataState: name,
    ariaLabel: name,
    disabled: drawn.ticket === undefined || element.disabled === true,
  };
  switch (element.type) {
    case 'textinput': {
      const value = text(current) ?? element.initialValue ?? '';
      const { placeholder, inputType = 'text', multiline } = element;
      return multiline
        ? h('textarea', { ...common, placeholder, rows: 4 }, value)
        : h('input', { ...common, type: inputType, placeholder, value });
    }
    case 'select':
      return select(element, current ?? element.initialValue, common, act);
    case 'switch': {
      const checked = typeof current === 'boolean' ? current : element.initialValue === true;
      const action = element.onValueChange && act(element.onValueChange);
      return h('input', { ...common, ...action, type: 'checkbox', role: 'switch', checked });
    }
    default: {
      const value = String(element.value);
      const chosen = (Array.isArray(current) ? current : [current]).some((one) => String(one) === value);
      return h('input', {
        ...common,
        type: element.type,
        name,
        value,
        checked: chosen,
        dataMany: element.type === 'checkbox' ? '' : undefined,
      });
    }
  }
}

function select(
  { options, multiple, placeholder, onValueChange }: Extract<FieldElement, { type: 'select' }>,
  current: unknown,
  common: object,
  act: Act,
): Element {
  const chosen = new Set((Array.isArray(current) ? current : [current]).map(String));
  // Options from an address serve the configuration of the block: pages request nothing from other hosts.
  const own = Array.isArray(options) ? options : [];
  return h('select', { ...common, ...(onValueChange && act(onValueChange)), multiple }, [
    ...(placeholder === undefined ? [] : [h('option', { value: '' }, placeholder)]),
    ...own.map(({ id, label }) => h('option', { value: id, selected: chosen.has(id) }, label)),
  ]);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
