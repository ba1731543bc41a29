import type { DocumentBlock } from '#modules/documents/index.js';
import type { ReferenceMember, ReferenceSchema } from './reference-schema.js';
import type { ReferenceSecurity } from './security.js';
import type { ReferenceServer } from './servers.js';

export interface ReferenceParameter extends ReferenceMember {
  in: 'path' | 'query' | 'header' | 'cookie';
}

export interface ReferenceContent {
  /** Media type. */
  type: string;
  label: string;
  schema?: ReferenceSchema;
  example?: string;
  exampleBlock?: DocumentBlock;
}

export interface ReferenceBody {
  isRequired: boolean;
  description: DocumentBlock[];
  contents: ReferenceContent[];
}

export interface ReferenceResponse {
  status: string;
  /** One line. */
  title: string;
  description: DocumentBlock[];
  headers: ReferenceMember[];
  contents: ReferenceContent[];
}

/** The parts of a request. */
export interface ReferenceCall {
  method: string;
  path: string;
  servers: ReferenceServer[];
  security: ReferenceSecurity[];
  parameters: ReferenceParameter[];
}
