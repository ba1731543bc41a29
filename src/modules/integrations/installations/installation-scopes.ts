import type { IntegrationScope } from '../catalog/integration.values.js';

interface Scoped {
  scopes: readonly IntegrationScope[];
}

/** Effective scopes of an installation: those that its integration asks for and an administrator granted. */
export function scopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => installation.scopes.includes(scope));
}

/** Scopes that its integration asks for and that are not granted yet. */
export function pendingScopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => !installation.scopes.includes(scope));
}
