import { Global, Module } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsAccess } from './metrics-access.js';
import { MetricsServer } from './metrics-server.js';
import { Readiness } from './readiness.js';
import { VersionController } from './version.controller.js';

/** Probes and metrics. */
@Global()
@Module({
  controllers: [HealthController, VersionController],
  providers: [Readiness, Metrics, MetricsAccess, MetricsServer],
  exports: [Readiness, Metrics],
})
export class HealthModule {}
