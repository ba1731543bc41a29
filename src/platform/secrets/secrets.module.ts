import { Global, Module } from '@nestjs/common';
import { SecretBox } from './secret-box.js';

/** Encryption of secrets at rest. */
@Global()
@Module({ providers: [SecretBox], exports: [SecretBox] })
export class SecretsModule {}
