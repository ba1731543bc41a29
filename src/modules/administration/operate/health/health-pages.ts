import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import { Operators } from '#modules/operators/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { healthPage } from './health-page.js';
import { InstallationHealth } from './installation-health.js';

/** `/app/operate`: operators see how the installation is. */
@Injectable()
export class HealthPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly health: InstallationHealth,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization. */
  @AppRoute('/operate', { scopes: ['installation:operate'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    await this.operators.requireOperator(request.actor);
    return this.shell.show(request, healthPage(this.config.basePath, await this.health.read()));
  }
}
