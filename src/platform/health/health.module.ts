import { Global, Module } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

/** Probes and metrics. */
@Global()
@Module({ controllers: [HealthController], providers: [Readiness, Metrics], exports: [Readiness, Metrics] })
export class HealthModule {}
