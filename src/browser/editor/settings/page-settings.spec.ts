import { expect, it } from 'vitest';
import { changesOf, formOfPage, problemOf, type SettingsForm, type SettingsPage } from './page-settings.js';

const PAGE: SettingsPage = {
  ...{ id: 'p', type: 'document', title: 'Travel', slug: 'travel', icon: 'plane', hidden: true },
  layout: { width: 'default', title: true, outline: true },
  cover: { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 10 },
  variables: { days: 3, isOpen: true, name: 'x' },
  tags: [{ tag: { tag: 'new' }, primary: true }, { tag: { tag: 'beta' } }],
};
const changed = (change: (form: SettingsForm) => void) => {
  const form = structuredClone(formOfPage(PAGE));
  change(form);
  return changesOf(PAGE, form);
};

it('settings that nobody touched are not sent', () => {
  expect(changed(() => undefined)).toEqual({});
});

it('a change has what the person changed, and null for what they emptied', () => {
  expect(changed((form) => (form.texts.icon = ''))).toEqual({ icon: null });
  expect(changed((form) => (form.texts.condition = ' visitor.isIn '))).toEqual({ condition: 'visitor.isIn' });
  expect(changed((form) => (form.flags.hidden = false))).toEqual({ hidden: false });
  expect(changed((form) => (form.slug = ' trips '))).toEqual({ slug: 'trips' });
  expect(changed((form) => (form.slug = ''))).toEqual({});
  expect(changed((form) => (form.layout['outline'] = false))).toEqual({ layout: { outline: false } });
  expect(changed((form) => (form.cover = null))).toEqual({ cover: null });
  expect(changed((form) => (form.href = 'https://example.org'))).toEqual({
    target: { kind: 'url', url: 'https://example.org' },
  });
});

it('tags are sent in their order, with the first that is shown', () => {
  const beta = { slug: 'beta', isPrimary: true };
  expect(changed((form) => (form.tags = [beta, { slug: 'old', isPrimary: false }]))).toEqual({
    tags: [{ tag: { kind: 'tag', tag: 'beta' }, primary: true }, { tag: { kind: 'tag', tag: 'old' } }],
  });
  expect(changed((form) => (form.tags = []))).toEqual({ tags: [] });
});

it('variables keep their type as long as the text says one', () => {
  const variables: SettingsForm['variables'] = [
    ['days', '4'],
    ['isOpen', 'perhaps'],
    ['new', ''],
    ['', 'lost'],
  ];
  expect(changed((form) => (form.variables = variables))).toEqual({
    variables: { days: 4, isOpen: 'perhaps', name: null, new: '' },
  });
});

it('an emoji that is written must be one', () => {
  expect(problemOf({ emoji: 'rocket' })).toContain('“rocket” is no emoji.');
  for (const emoji of ['🚀', '1f680', null, undefined]) expect(problemOf({ emoji })).toBeNull();
});
