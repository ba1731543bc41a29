import type { IntegrationScope } from '../catalog/integration.values.js';

/** Scopes that an integration asks for, or that an administrator granted an installation. */
interface Scoped {
  scopes: readonly IntegrationScope[];
}

/** Scopes that an installation has: those that its integration asks for and an administrator granted. */
export function effectiveScopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => installation.scopes.includes(scope));
}

/** Scopes that its integration asks for and that are not granted yet. */
export function pendingScopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => !installation.scopes.includes(scope));
}
