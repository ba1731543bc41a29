import type { IntegrationScope } from '../catalog/integration.values.js';

interface Scoped {
  scopes: readonly IntegrationScope[];
}

/** What an installation may do: what its integration asks for and an administrator agreed to. */
export function scopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => installation.scopes.includes(scope));
}

/** What its integration asks for by now, and nobody has agreed to yet. */
export function pendingScopesOf(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return integration.scopes.filter((scope) => !installation.scopes.includes(scope));
}
