import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';
import { CoverField } from './cover-field.js';
import { IconField } from './icon-field.js';
import { changesOf, formOfPage, problemOf, type SettingsForm, type SettingsPage } from './page-settings.js';
import { TagsField } from './tags-field.js';
import { VariablesField } from './variables-field.js';

/** The page whose settings are opened, and the way to change it. */
export interface SettingsUse {
  context: PageContext;
  page: string;
  save: (changes: Record<string, unknown>) => Promise<void>;
}

/** Opens the settings of a page. @throws ApiError, Unreachable */
export async function openSettings({ page, ...use }: SettingsUse): Promise<void> {
  const { context } = use;
  const found = await api<SettingsPage>(`${context.contentPath}/page/${page}`);
  const before = document.activeElement;
  const place = document.createElement('div');
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
    if (before instanceof HTMLElement) before.focus();
  };
  render(<SettingsDialog {...use} page={found} onClose={close} />, place);
}

const LAYOUT_PARTS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['cover', 'Cover'],
  ['tableOfContents', 'Page tree'],
  ['outline', 'Outline'],
  ['pagination', 'Previous and next page'],
  ['metadata', 'Date of the last change'],
] as const;

const FLAGS = [
  ['hidden', 'Hide from the page tree'],
  ['noIndex', 'Leave out of the search of the site'],
  ['noRobotsIndex', 'Ask search engines to leave it out'],
] as const;

interface DialogProps extends Omit<SettingsUse, 'page'> {
  page: SettingsPage;
  onClose: () => void;
}

function SettingsDialog({ context, page, save, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [form, setForm] = useState(() => formOfPage(page));
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const set = (change: Partial<SettingsForm>) => setForm((now) => ({ ...now, ...change }));
  const submit = async (event: Event) => {
    event.preventDefault();
    const changes = changesOf(page, form);
    const refusal = problemOf(changes);
    if (refusal !== null) return setProblem(refusal);
    setSaving(true);
    try {
      if (Object.keys(changes).length > 0) await save(changes);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The settings could not be saved.');
      setSaving(false);
    }
  };
  const isDocument = page.type === 'document';
  return (
    <dialog class="page-settings" ref={dialog} aria-labelledby="page-settings-title" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="page-settings-title">Settings of “{page.title}”</h2>
        <General page={page} form={form} set={set} />
        {isDocument && (
          <CoverField context={context} cover={form.cover} onChange={(cover) => set({ cover })} />
        )}
        {isDocument && <TagsField context={context} chosen={form.tags} onChange={(tags) => set({ tags })} />}
        {isDocument && <LayoutPart form={form} set={set} />}
        <Readers page={page} form={form} set={set} />
        {isDocument && <VariablesField rows={form.variables} onChange={(variables) => set({ variables })} />}
        {problem && (
          <p class="page-settings-problem" role="alert">
            {problem}
          </p>
        )}
        <End isSaving={isSaving} onCancel={() => dialog.current?.close()} />
      </form>
    </dialog>
  );
}

function End({ isSaving, onCancel }: { isSaving: boolean; onCancel: () => void }) {
  return (
    <p class="page-settings-end">
      <button type="submit" class="button button-primary button-medium" disabled={isSaving}>
        Save
      </button>
      <button type="button" class="button button-secondary button-medium" onClick={onCancel}>
        Cancel
      </button>
    </p>
  );
}

interface PartProps {
  form: SettingsForm;
  set: (change: Partial<SettingsForm>) => void;
}

function General({ page, form, set }: PartProps & { page: SettingsPage }) {
  const { texts } = form;
  const text = (change: Partial<SettingsForm['texts']>) => set({ texts: { ...texts, ...change } });
  const folder = (page.path ?? '').split('/').slice(0, -1);
  return (
    <>
      {page.type === 'link' ? (
        <Field label="Address">
          <input
            type="url"
            value={form.href}
            placeholder={page.href === undefined ? 'Leads to a part of the space' : ''}
            onInput={({ currentTarget }) => set({ href: currentTarget.value })}
          />
        </Field>
      ) : (
        <Field
          label="Path"
          hint={`Readers find the page at ${[...folder, form.slug].join('/')}. The address before leads on to it.`}
        >
          <input
            value={form.slug}
            maxLength={100}
            onInput={({ currentTarget }) => set({ slug: currentTarget.value })}
          />
        </Field>
      )}
      {page.type === 'document' && (
        <Field label="Description">
          <textarea
            rows={2}
            maxLength={1000}
            value={texts.description}
            onInput={({ currentTarget }) => text({ description: currentTarget.value })}
          />
        </Field>
      )}
      <IconField icon={texts.icon} onChange={(icon) => text({ icon })} />
      <Field label="Emoji">
        <input
          value={texts.emoji}
          maxLength={50}
          onInput={({ currentTarget }) => text({ emoji: currentTarget.value })}
        />
      </Field>
    </>
  );
}

function LayoutPart({ form: { layout }, set }: PartProps) {
  const change = (name: string, value: boolean | string) => set({ layout: { ...layout, [name]: value } });
  return (
    <fieldset>
      <legend>Layout</legend>
      <Check
        label="Wide page"
        isChecked={layout['width'] === 'wide'}
        onChange={(isWide) => change('width', isWide ? 'wide' : 'default')}
      />
      <Check
        label="Cover across the page"
        isChecked={layout['coverSize'] === 'full'}
        onChange={(isFull) => change('coverSize', isFull ? 'full' : 'hero')}
      />
      <p>Readers see:</p>
      {LAYOUT_PARTS.map(([name, label]) => (
        <Check
          key={name}
          label={label}
          isChecked={layout[name] === true}
          onChange={(isShown) => change(name, isShown)}
        />
      ))}
    </fieldset>
  );
}

function Readers({ page, form: { flags, texts }, set }: PartProps & { page: SettingsPage }) {
  // A link has no text that a search could find.
  const shown = page.type === 'link' ? FLAGS.slice(0, 1) : FLAGS;
  return (
    <fieldset>
      <legend>Readers and search</legend>
      {shown.map(([name, label]) => (
        <Check
          key={name}
          label={label}
          isChecked={flags[name]}
          onChange={(value) => set({ flags: { ...flags, [name]: value } })}
        />
      ))}
      <Field label="Condition" hint="An expression; readers for whom it does not hold do not see the page.">
        <input
          class="page-settings-code"
          value={texts.condition}
          maxLength={1024}
          placeholder="visitor.claims.isBeta"
          onInput={({ currentTarget }) => set({ texts: { ...texts, condition: currentTarget.value } })}
        />
      </Field>
    </fieldset>
  );
}

function Field({ label, hint, children }: { label: string; hint?: string; children: ComponentChildren }) {
  return (
    <label class="page-settings-field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  );
}

interface CheckProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label class="page-settings-check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
