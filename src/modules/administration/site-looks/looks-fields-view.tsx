import type { SiteCustomization } from '#modules/sites/index.js';
import { Choice, Field, Tick } from '#modules/member-pages/index.js';
import type { ContrastWarning } from './contrast-warnings.js';
import { type ChoiceField, type ColorField, type FlagField, valueAt } from './looks-fields.js';

interface Settings {
  looks: SiteCustomization;
}

/** Selects of settings that are one of several words. */
export function Choices({ looks, fields }: Settings & { fields: readonly ChoiceField[] }) {
  return (
    <>
      {fields.map(({ path, label, choices }) => (
        <Choice name={path} label={label} chosen={String(valueAt(looks, path))} options={choices} />
      ))}
    </>
  );
}

/** Ticks of settings that are on or off. */
export function Flags({ looks, fields }: Settings & { fields: readonly FlagField[] }) {
  return (
    <>
      {fields.map(({ path, label }) => (
        <Tick name={path} label={label} checked={valueAt(looks, path) === true} />
      ))}
    </>
  );
}

/** A line of text that may be absent. */
export function OptionalText({
  looks,
  path,
  label,
  hint,
  most,
}: Settings & { path: string; label: string; hint?: string; most: number }) {
  return (
    <Field
      name={path}
      label={label}
      hint={hint}
      value={(valueAt(looks, path) as string | undefined) ?? ''}
      maxLength={most}
    />
  );
}

/** Colours, each for light and for dark pages, with what is hard to read below it. */
export function Colors({
  looks,
  fields,
  warnings,
}: Settings & { fields: readonly ColorField[]; warnings: readonly ContrastWarning[] }) {
  return (
    <>
      {fields.map((field) => (
        <Color looks={looks} field={field} warnings={warnings} />
      ))}
    </>
  );
}

function Color({
  looks,
  field: { path, label, fallback },
  warnings,
}: Settings & { field: ColorField; warnings: readonly ContrastWarning[] }) {
  const chosen = valueAt(looks, path) as { light: string; dark: string } | undefined;
  const colors = chosen ?? fallback!;
  const own = warnings.filter(({ field }) => field.startsWith(`${path}.`));
  return (
    <fieldset class="looks-color">
      <legend>{label}</legend>
      {fallback && (
        <label class="looks-color-on">
          <input type="checkbox" name={`${path}.on`} checked={chosen !== undefined} />
          <span>Choose it</span>
        </label>
      )}
      {(['light', 'dark'] as const).map((mode) => (
        <label>
          <input type="color" name={`${path}.${mode}`} value={longHex(colors[mode])} />
          <span>{mode === 'light' ? 'Light' : 'Dark'}</span>
        </label>
      ))}
      <ul class="looks-warnings" data-warnings={path} hidden={own.length === 0}>
        {own.map(({ words }) => (
          <li>{words}</li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Fields for colours take six digits only. */
function longHex(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
}
