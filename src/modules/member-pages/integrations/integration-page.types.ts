import type {
  InstallationTarget,
  InstallationView,
  IntegrationEvent,
  IntegrationResource,
  WebhookSecret,
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
  /** True for readers who may install, configure and uninstall it here; members only look. */
  isAdmin: boolean;
  rows: readonly TargetRow[];
  /** Further targets on which it could be installed. */
  addable: readonly Place[];
  /** Newest first; for administrators. */
  events: readonly IntegrationEvent[];
  /** Secrets with which deliveries of a webhook are signed, newest first; for administrators. */
  secrets: readonly WebhookSecret[];
  /** A secret that was just made. */
  made?: WebhookSecret;
  problem?: string;
}
