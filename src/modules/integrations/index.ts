export { IntegrationRequests } from './endpoints/integration-requests.js';
export { BUNDLED } from './catalog/bundled-integrations.js';
export { Integrations } from './catalog/integrations.service.js';
export { ChangeTargets } from './installations/change-targets.js';
export { Install } from './installations/install.js';
export { IntegrationsModule } from './integrations.module.js';
export type * from './integration.events.js';
