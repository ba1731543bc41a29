import type { FontDefinition, SiteCustomization } from '#modules/sites/browser.js';
import { ALL_CHOICES, ALL_FLAGS, MAIN_COLORS, OPTIONAL_COLORS, setAt } from './looks-fields.js';
import { readLinkLines, readTarget } from './link-lines.js';

/** Fields of the form, as `URLSearchParams` and `FormData` have them. */
export interface FormFields {
  has(name: string): boolean;
  get(name: string): unknown;
}

/** Prefix of the value of an uploaded font in its select. */
export const CUSTOM_FONT = 'custom:';
/** Most rows that a list of the form has. */
export const MOST_ROWS = 30;

/**
 * Settings by a form; what the form does not show stays. The server checks them, so nothing is refused here.
 * @param shown the settings that the form was made of.
 * @param fonts uploaded fonts of the organization.
 */
export function readLooks(
  shown: SiteCustomization,
  form: FormFields,
  fonts: readonly FontDefinition[],
): SiteCustomization {
  const looks = structuredClone(shown);
  const text = (name: string): string => textIn(form, name);
  for (const { path } of ALL_CHOICES) setAt(looks, path, text(path));
  for (const { path } of ALL_FLAGS) setAt(looks, path, form.has(path));
  for (const { path } of MAIN_COLORS) setAt(looks, path, themed(text, path));
  for (const { path } of OPTIONAL_COLORS) {
    const color = form.has(`${path}.on`) ? themed(text, path) : undefined;
    if (path === 'styling.tint.color') setAt(looks, 'styling.tint', color && { color });
    else setAt(looks, path, color);
  }
  for (const path of ['title', 'footer.copyright', 'privacyPolicy.url'])
    setAt(looks, path, text(path) || undefined);
  for (const name of ['font', 'monospaceFont'] as const)
    setAt(looks, `styling.${name}`, fontOf(text(`styling.${name}`), fonts, shown.styling[name]));
  readFavicon(looks, text('favicon.emoji'));
  readAnnouncement(looks, form, text);
  readLists(looks, form, text);
  return looks;
}

type Read = (name: string) => string;

function themed(text: Read, path: string) {
  return { light: text(`${path}.light`), dark: text(`${path}.dark`) };
}

function fontOf(value: string, fonts: readonly FontDefinition[], shown: unknown): unknown {
  if (!value.startsWith(CUSTOM_FONT)) return value;
  const id = value.slice(CUSTOM_FONT.length);
  return fonts.find((font) => font.id === id) ?? shown;
}

/** An uploaded icon stays until an emoji takes its place. */
function readFavicon(looks: SiteCustomization, emoji: string): void {
  if (emoji !== '') looks.favicon = { emoji };
  else delete looks.favicon.emoji;
}

function readAnnouncement(looks: SiteCustomization, form: FormFields, text: Read): void {
  const message = text('announcement.message');
  const title = text('announcement.link.title');
  const to = readTarget(text('announcement.link.to'));
  const enabled = form.has('announcement.enabled');
  if (message === '' && !enabled) delete looks.announcement;
  else
    setAt(looks, 'announcement', {
      enabled,
      message,
      style: text('announcement.style'),
      ...(to ? { link: { title: title || 'Read more', to } } : {}),
    });
}

function readLists(looks: SiteCustomization, form: FormFields, text: Read): void {
  const header = rows(form, 'link').flatMap((row) => {
    const title = text(`${row}.title`);
    if (title === '') return [];
    const condition = text(`${row}.condition`);
    return {
      title,
      style: text(`${row}.style`),
      to: readTarget(text(`${row}.to`)),
      links: readLinkLines(text(`${row}.links`)),
      ...(condition ? { condition } : {}),
    };
  });
  setAt(looks, 'header.links', header);
  const groups = rows(form, 'group').flatMap((row) => {
    const [title, links] = [text(`${row}.title`), readLinkLines(text(`${row}.links`))];
    return title === '' && links.length === 0 ? [] : [{ title, links }];
  });
  setAt(looks, 'footer.groups', groups);
  const accounts = rows(form, 'account').flatMap((row) => {
    const handle = text(`${row}.handle`);
    const display = { header: form.has(`${row}.header`), footer: form.has(`${row}.footer`) };
    return handle === '' ? [] : [{ platform: text(`${row}.platform`), handle, display }];
  });
  setAt(looks, 'socialAccounts', accounts);
}

/** Names of the rows of a list that the form has, in order of their positions. */
function rows(form: FormFields, name: string): string[] {
  return Array.from({ length: MOST_ROWS }, (_, index) => `${name}.${index}`).filter((row) =>
    ['title', 'handle'].some((field) => form.has(`${row}.${field}`)),
  );
}

function textIn(form: FormFields, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
