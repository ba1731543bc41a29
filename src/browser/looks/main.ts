import {
  contrastWarnings,
  type LooksPreset,
  readLooks,
  withPreset,
} from '../../modules/administration/browser.js';
import { api, ApiError } from '../api.js';

type Looks = Parameters<typeof readLooks>[0];

const PAUSE_MS = 600;
const form = document.querySelector<HTMLFormElement>('.looks-form');
if (form) start(form);

/** Shows in the frame and below the colours what the form says, before it is saved. */
function start(form: HTMLFormElement): void {
  const shown = JSON.parse(field(form, 'shown')?.value ?? '{}') as Looks;
  const fonts = JSON.parse(form.dataset['fonts'] ?? '[]') as Parameters<typeof readLooks>[2];
  const read = () => readLooks(shown, new FormData(form), fonts);
  let timer = 0;
  const changed = (): void => {
    showWarnings(form, read());
    clearTimeout(timer);
    timer = window.setTimeout(() => void showDraft(form, read()), PAUSE_MS);
  };
  form.addEventListener('input', changed);
  for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-preset]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      fill(form, withPreset(read(), JSON.parse(link.dataset['preset'] ?? '{}') as LooksPreset));
      changed();
    });
  for (const tools of document.querySelectorAll<HTMLElement>('[data-looks-tools]')) tools.hidden = false;
  document.querySelector('.looks-tools')?.addEventListener('change', changedTool(changed));
}

function changedTool(changed: () => void): (event: Event) => void {
  return ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'preview-mode') return changed();
    document.querySelector('[data-looks-frame]')?.classList.toggle('looks-phone', value === 'phone');
  };
}

function showWarnings(form: HTMLFormElement, looks: Looks): void {
  const warnings = contrastWarnings(looks);
  for (const list of form.querySelectorAll<HTMLElement>('[data-warnings]')) {
    const own = warnings.filter(({ field }) => field.startsWith(`${list.dataset['warnings']}.`));
    list.hidden = own.length === 0;
    list.replaceChildren(
      ...own.map(({ words }) => {
        const item = document.createElement('li');
        item.textContent = words;
        return item;
      }),
    );
  }
}

let latest = 0;

/** Keeps the settings as a draft, and loads the frame again with it. */
async function showDraft(form: HTMLFormElement, looks: Looks): Promise<void> {
  const frame = document.querySelector<HTMLIFrameElement>('[data-looks-frame]');
  if (!frame) return;
  const turn = (latest += 1);
  const { organization = '', site = '', variant = '' } = form.dataset;
  const path = `/orgs/${encodeURIComponent(organization)}/sites/${encodeURIComponent(site)}/customization/draft`;
  try {
    const { url } = await api<{ url: string }>(path, {
      method: 'PUT',
      query: { siteSpace: variant || undefined },
      body: inMode(looks),
    });
    if (turn !== latest) return;
    frame.src = url;
    say(form, '');
    const state = document.querySelector('[data-looks-state]');
    if (state) state.textContent = 'With settings that are not saved. Only you see this.';
  } catch (error) {
    if (turn !== latest) return;
    say(
      form,
      error instanceof ApiError
        ? `Not in the preview yet: ${error.message}`
        : 'The server cannot be reached.',
    );
  }
}

/** The frame shows light or dark pages, whatever readers begin with. */
function inMode(looks: Looks): Looks {
  const mode = document.querySelector<HTMLInputElement>('[name="preview-mode"]:checked')?.value;
  if (mode !== 'light' && mode !== 'dark') return looks;
  return { ...looks, themes: { default: mode, toggeable: false } };
}

/** Puts colours, fonts and shapes into the fields. */
function fill(form: HTMLFormElement, { styling, header }: Looks): void {
  for (const name of ['theme', 'font', 'corners', 'depth', 'background'] as const)
    put(form, `styling.${name}`, styling[name] as string);
  put(form, 'header.preset', header.preset);
  const tick = field(form, 'styling.tint.color.on');
  if (tick) tick.checked = styling.tint !== undefined;
  for (const mode of ['light', 'dark'] as const) {
    put(form, `styling.primaryColor.${mode}`, styling.primaryColor[mode]);
    if (styling.tint) put(form, `styling.tint.color.${mode}`, styling.tint.color[mode]);
  }
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const element = field(form, name);
  if (element) element.value = value;
}

function field(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement
    ? (found as HTMLInputElement)
    : null;
}

function say(form: HTMLFormElement, words: string): void {
  const line = form.querySelector('[data-looks-status]');
  if (line) line.textContent = words;
}
