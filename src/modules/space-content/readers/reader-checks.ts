import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { UserVisibility } from '#modules/users/index.js';
import { ReaderReferences } from './reader-references.js';

/** Tells modules below what the readers of sites are shown of theirs: what something they can read refers to. */
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
