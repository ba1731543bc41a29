/** A block that an integration brings to the editor. */
export interface IntegrationBlock {
  id: string;
  title: string;
  description?: string;
  icon?: string;
  /** Addresses that become this block when they are pasted. */
  urlUnfurl?: string[];
  /** Markdown form of the block. */
  markdown?: { codeblock: string; body: string };
}

/** A content source of an integration, from which pages are computed. */
export interface IntegrationContentSource {
  id: string;
  title: string;
  description?: string;
  icon?: string;
  configuration: { componentId: string };
}

/** One setting of an installation. */
export interface ConfigurationProperty {
  type: 'string' | 'number' | 'boolean' | 'button';
  title?: string;
  description?: string;
  default?: string | number | boolean;
  completion_url?: string;
  enum?: string[];
  callback_url?: string;
  button_text?: string;
}

/** The value of the header, or its directives. */
export type ContentSecurityPolicy = string | Record<string, string>;

/** The settings of an installation: a form, or a component of the integration that draws one. */
export type IntegrationConfiguration =
  { properties: Record<string, ConfigurationProperty>; required?: string[] } | { componentId: string };

/** By where they are made: for the organization, a space, a site. */
export interface IntegrationConfigurations {
  account?: IntegrationConfiguration;
  space?: IntegrationConfiguration;
  site?: IntegrationConfiguration;
}
