import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
import { UsersModule } from '#modules/users/index.js';
import { HealthPages } from './health/health-pages.js';
import { InstallationHealth } from './health/installation-health.js';
import { OperatorPages } from './operators/operator-pages.js';

/** Pages on which operators look after the whole installation. */
@Module({
  imports: [MemberPagesModule, OperatorsModule, UsersModule],
  providers: [OperatorPages, InstallationHealth, HealthPages],
})
export class OperateModule {}
