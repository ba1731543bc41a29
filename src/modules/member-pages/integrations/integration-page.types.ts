import type {
  InstallationTarget,
  InstallationView,
  IntegrationEvent,
  IntegrationResource,
} from '#modules/integrations/index.js';

/** A space or site. */
export interface Place {
  kind: 'space' | 'site';
  id: string;
  title: string;
}

/** An installation on a space or site that the reader sees. */
export interface TargetRow {
  target: InstallationTarget;
  title: string;
}

export interface IntegrationPageView {
  organization: { id: string; title: string };
  integration: IntegrationResource;
  installed: InstallationView | null;
  /** Whether the reader installs, configures and ends it here; members look. */
  isAdmin: boolean;
  rows: readonly TargetRow[];
  /** Where it could be put besides. */
  addable: readonly Place[];
  /** Newest first; for administrators. */
  events: readonly IntegrationEvent[];
  problem?: string;
}
