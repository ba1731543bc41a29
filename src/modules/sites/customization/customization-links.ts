import type { ContentRef } from '#modules/documents/index.js';
import { describeExpressionError, ExpressionError, requireCondition } from '#modules/expressions/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { CustomizationOverrides } from './customization-schema.js';

/** A reference in settings, and where it stands there. */
export interface SettingsReference {
  ref: ContentRef;
  at: string;
}

const KINDS: readonly string[] = ['url', 'page', 'anchor', 'file', 'space'];
/** Allowed targets of a link; schemes that run code are not among them. */
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/|#)/i;

/** All references in (a part of) the settings of a site. */
export function referencesIn(settings: CustomizationOverrides): SettingsReference[] {
  const { header, footer, announcement } = settings;
  const links = [
    ...(header?.links ?? []).flatMap((item, index) => {
      const at = `header.links[${index}]`;
      return [{ to: item.to, at }, ...item.links.map(({ to }, i) => ({ to, at: `${at}.links[${i}]` }))];
    }),
    ...(footer?.groups ?? []).flatMap((group, index) =>
      group.links.map(({ to }, i) => ({ to, at: `footer.groups[${index}].links[${i}]` })),
    ),
    ...(announcement?.link ? [{ to: announcement.link.to, at: 'announcement.link' }] : []),
  ];
  return links.flatMap(({ to, at }) => (to ? [{ ref: to, at: `${at}.to` }] : []));
}

/**
 * Checks what links lead to as far as that can be told without looking.
 * @param isOfSpace whether the settings are those of one space, which references may then leave out.
 * @throws BadRequest
 */
export function requireLinkTargets(references: SettingsReference[], isOfSpace: boolean): void {
  for (const { ref, at } of references) {
    if (!KINDS.includes(ref.kind))
      throw new BadRequest(
        `${at}: a link of a site leads to one of ${KINDS.join(', ')}, not to a ${ref.kind}.`,
      );
    if (ref.kind === 'url' && !ADDRESS.test(ref.url))
      throw new BadRequest(`${at}.url must begin with https://, http://, mailto:, tel: or a slash.`);
    if (ref.kind !== 'url' && !('space' in ref && ref.space !== undefined) && !isOfSpace)
      throw new BadRequest(`${at}.space is required: the settings of a site are not those of one space.`);
  }
}

/** @throws BadRequest for a condition of a link that could never be decided. */
export function requireLinkConditions(settings: CustomizationOverrides): void {
  const { header } = settings;
  for (const [index, { condition }] of (header?.links ?? []).entries()) {
    if (condition === undefined) continue;
    try {
      requireCondition(condition);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new BadRequest(`header.links[${index}].condition: ${describeExpressionError(error)}`);
    }
  }
}
