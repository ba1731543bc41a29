import type { SiteCustomization } from './customization-schema.js';

const CODE_THEME = { light: 'default-light', dark: 'default-dark' };

/** Settings as the API shows them, with what renderers of later versions of the contract read beside it. */
export function presentCustomization(
  customization: SiteCustomization,
  more: { updatedAt?: Date; hasOverrides?: boolean } = {},
): object {
  const { styling, pageActions, git, pdf } = customization;
  const items = [
    ...(pageActions.markdown ? ['markdown'] : []),
    ...(pageActions.externalAI ? ['external-ai'] : []),
    ...(pageActions.mcp ? ['mcp'] : []),
    ...(git.showEditLink ? ['git'] : []),
    ...(pdf.enabled ? ['pdf'] : []),
  ];
  return {
    ...customization,
    styling: { ...styling, codeTheme: { default: CODE_THEME, openapi: CODE_THEME } },
    pageActions: { ...pageActions, items },
    ...(more.updatedAt ? { updatedAt: more.updatedAt.toISOString() } : {}),
    ...(more.hasOverrides === undefined ? {} : { hasOverrides: more.hasOverrides }),
  };
}
