import { expect } from 'vitest';
import type { RouteFixture } from '../route-fixture.js';
import { addressOf, get, post, put, remove, type Route } from '../route.js';
import { addIntegration } from './integrations.js';
import { eventually } from '../../support/eventually.js';

const READ = 'integration:read';
const WRITE = 'integration:write';

const integration = '/v1/integrations/{integrationName}';
const event = `${integration}/events/{eventId}`;
const secrets = '/v1/integrations/webhook/installations/{installationId}/secrets';
const tunnel = () => ({ tunnelUrl: 'https://tunnel.example.com' });

type Values = Record<string, string>;

/** Waits until the integration was told that it is installed. */
async function withEvent(fixture: RouteFixture): Promise<void> {
  if (fixture.params['integrationName'] === 'none') await addIntegration(fixture);
  const path = `${addressOf(integration, fixture.params)}/events`;
  await eventually(async () => {
    const { items } = (await fixture.admin.api.get(path)).body as { items: { id: string }[] };
    expect(items.length).toBeGreaterThan(0);
    fixture.params['eventId'] = items[0]?.id ?? 'none';
  });
}

async function withTunnel(fixture: RouteFixture): Promise<void> {
  await addIntegration(fixture);
  await fixture.admin.api.put(`${addressOf(integration, fixture.params)}/dev`, tunnel());
}

/** Installs the webhook. */
async function withWebhook({ admin, params }: RouteFixture): Promise<void> {
  const hooks = '/v1/integrations/webhook/installations';
  await admin.api.post(hooks, { organization: params['organizationId'] });
  const { items } = (await admin.api.get(hooks)).body as { items: { id: string }[] };
  params['webhookId'] = items[0]?.id ?? 'none';
}

/** The same with a second signing secret. */
async function withSecrets(fixture: RouteFixture): Promise<void> {
  await withWebhook(fixture);
  const path = addressOf(secrets, valuesOf(fixture));
  await fixture.admin.api.get(path);
  fixture.params['secretId'] = ((await fixture.admin.api.post(path)).body as { id: string }).id;
}

function valuesOf({ params }: RouteFixture): Values {
  const { eventId = 'none', webhookId = 'none', secretId = 'none' } = params;
  return { eventId, installationId: webhookId, secretId };
}

const ofEvent = (route: Route): Route => ({ ...route, prepare: withEvent, params: valuesOf });
const ofWebhook = (route: Route, prepare = withWebhook): Route => ({ ...route, prepare, params: valuesOf });

/** Events of integrations, and webhooks. */
export const integrationEventRoutes: Route[] = [
  get(`${integration}/events`, READ, 'admin'),
  ofEvent(get(event, READ, 'admin')),
  ofEvent(post(`${event}/redeliver`, WRITE, 'admin', 204)()),
  get(`${integration}/tasks`, READ, 'admin'),
  post(`${integration}/tasks`, WRITE, 'admin', 204)(addIntegration),
  put(`${integration}/dev`, WRITE, 'admin')(addIntegration),
  { ...remove(`${integration}/dev`, WRITE, 'admin'), status: 205, prepare: withTunnel },
  ofWebhook(get(secrets, WRITE, 'admin')),
  ofWebhook(post(secrets, WRITE, 'admin', 201)()),
  ofWebhook(remove(`${secrets}/{secretId}`, WRITE, 'admin'), withSecrets),
];
