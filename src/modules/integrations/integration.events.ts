import type { IntegrationScope } from './catalog/integration.values.js';
import type { InstallationStatus } from './installations/installation.entity.js';

/** Whose installation it is. Ids of what is gone stay good for events that say so. */
interface InstallationEvent {
  organizationId: string;
  integrationId: string;
  installationId: string;
}

interface TargetEvent extends InstallationEvent {
  kind: 'space' | 'site';
  /** Of the space or site. */
  targetId: string;
}

interface Setup {
  status: InstallationStatus;
}

/** Earlier state of an installation. */
interface Changed extends Setup {
  previous: { status: InstallationStatus; configuration: Record<string, unknown> };
}

interface Ended {
  previous: { configuration: Record<string, unknown> };
}

declare module '#platform/events/events.js' {
  interface EventMap {
    /** @property previousScopes what the version before asked for; none of the first one. Absent in events of an older version. */
    'integration.published': {
      integrationId: string;
      version: number;
      previousScopes?: readonly IntegrationScope[];
    };
    /** Its installations were deleted before, each with a separate event. */
    'integration.unpublished': { integrationId: string };
    'integration.installed': InstallationEvent & Setup;
    /** Settings, status or selection are others. */
    'integration.installation-changed': InstallationEvent & Changed;
    /** The installation, its targets and the user it acted as are gone; the integration may be unpublished. */
    'integration.uninstalled': InstallationEvent & Ended;
    'integration.target-installed': TargetEvent & Setup;
    'integration.target-changed': TargetEvent & Changed;
    'integration.target-uninstalled': TargetEvent & Ended;
  }
}
