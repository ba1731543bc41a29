import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { UserVisibility } from '#modules/users/index.js';
import { ReaderReferences } from './reader-references.js';

/**
 * Answers modules below which of their objects the readers of sites may see: the targets of references in texts that
 * the reader can read.
 */
@Injectable()
export class ReaderChecks implements OnModuleInit {
  constructor(
    private readonly references: ReaderReferences,
    private readonly specs: OpenApiSpecs,
    private readonly users: UserVisibility,
  ) {}

  onModuleInit(): void {
    this.specs.registerReaders((reader, slug) =>
      this.references.areShownAnywhere(reader, 'openapi', slug, null),
    );
    this.users.register(async ({ reader }, userId) =>
      reader ? this.references.areShownAnywhere(reader, 'user', userId, null) : false,
    );
  }
}
