import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DecoratedMethods } from './decorated-methods.js';

/** Finds what decorators mark: handlers of jobs, and pages. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [DecoratedMethods], exports: [DecoratedMethods] })
export class DecoratedMethodsModule {}
