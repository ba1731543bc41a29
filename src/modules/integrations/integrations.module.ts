import { Module } from '@nestjs/common';
import { Scripts } from './runtime/scripts.js';

/** Programs of others that extend Bindery: published, installed, run, and told what happens. */
@Module({ providers: [Scripts] })
export class IntegrationsModule {}
