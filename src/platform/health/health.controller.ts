import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../http/authenticated.js';
import { Operation } from '../http/operation.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsAccess } from './metrics-access.js';
import { Readiness } from './readiness.js';

/** Probes for orchestrators and the Prometheus scrape target. */
@ApiTags('service')
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly access: MetricsAccess,
  ) {}

  @Get('healthz')
  @Public()
  @Operation('getHealth', 'The process is alive')
  @ApiOkResponse({ description: 'It is.' })
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Public()
  @Operation('getReadiness', 'Database, migrations and storage are ready for traffic')
  @ApiOkResponse({ description: 'They are; 503 names the part that is not.' })
  async ready(@Res() response: Response): Promise<void> {
    const { ready, checks } = await this.readiness.run();
    if (!ready) response.setHeader('Retry-After', 1);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  }

  @Get('metrics')
  @Public()
  @Operation('getMetrics', 'Figures of this process for Prometheus')
  @ApiOkResponse({ description: 'Prometheus text format.' })
  @ApiResponse({ status: 401, description: 'METRICS_TOKEN is set, and was not sent.' })
  @ApiResponse({
    status: 403,
    description: 'METRICS_TOKEN is not set, and the request comes from elsewhere.',
  })
  async scrape(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.access.requireAccess(request);
    const { body, contentType } = await this.metrics.render();
    response.setHeader('Content-Type', contentType).send(body);
  }
}
