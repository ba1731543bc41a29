import { BadRequest } from '#platform/http/errors.js';

/** Words for the weights that fonts usually have. */
export const WEIGHTS: readonly (readonly [weight: number, title: string])[] = [
  [100, 'Thin'],
  [200, 'Extra light'],
  [300, 'Light'],
  [400, 'Regular'],
  [500, 'Medium'],
  [600, 'Semibold'],
  [700, 'Bold'],
  [800, 'Extra bold'],
  [900, 'Black'],
];

/** Words in the names of files, those before that others contain. */
const NAMES: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/(extra|ultra)[-_ ]?light/i, 200],
  [/(extra|ultra)[-_ ]?bold/i, 800],
  [/(semi|demi)[-_ ]?bold/i, 600],
  [/thin|hairline/i, 100],
  [/light/i, 300],
  [/regular|normal|book/i, 400],
  [/medium/i, 500],
  [/bold/i, 700],
  [/black|heavy/i, 900],
];

/** A weight with its word. */
export function weightTitle(weight: number): string {
  const title = WEIGHTS.find(([one]) => one === weight)?.[1];
  return title === undefined ? String(weight) : `${title} (${weight})`;
}

/**
 * The weight of a font file.
 * @param chosen the weight that a person chose; empty to read it from the name.
 * @throws BadRequest for a name that says none, and for a slanted font: sites have upright ones only, which browsers slant.
 */
export function weightOf(name: string, chosen: string): number {
  if (/italic|oblique/i.test(name))
    throw new BadRequest(
      `“${name}” is a slanted font; send the upright one, which browsers slant where a text asks for it.`,
    );
  if (chosen !== '') return Number(chosen);
  const digits = /(?:^|[^0-9])([1-9]00)(?:[^0-9]|$)/.exec(name)?.[1];
  const weight = digits === undefined ? NAMES.find(([pattern]) => pattern.test(name))?.[1] : Number(digits);
  if (weight === undefined)
    throw new BadRequest(
      `The name “${name}” does not say how heavy the font is; choose its weight, and send it alone.`,
    );
  return weight;
}
