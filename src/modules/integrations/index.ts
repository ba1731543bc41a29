export { IntegrationRequests } from './endpoints/integration-requests.js';
export { IntegrationsModule } from './integrations.module.js';
export type * from './integration.events.js';
