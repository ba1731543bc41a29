/** Colours of texts, backgrounds, icons and options; those with `$` follow the theme of the site. */
export const COLORS = new Set([
  ...['default', 'green', 'blue', 'red', 'orange', 'yellow', 'purple', 'pink', 'violet', 'cyan'],
  ...['$primary', '$info', '$success', '$warning', '$danger', '$tint'],
]);

/** The name of a colour for style sheets; undefined for `default` and for unknown colours. */
export function colorName(value: unknown): string | undefined {
  const isColor = typeof value === 'string' && value !== 'default' && COLORS.has(value);
  return isColor ? value.replace('$', '') : undefined;
}
