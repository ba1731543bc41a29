import { Module } from '@nestjs/common';
import { GitModule } from '#modules/git/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { BackupPages } from './backups/backup-pages.js';
import { BackupRunner } from './backups/backup-runner.js';
import { BackupRunsRepository } from './backups/backup-runs.repository.js';
import { Backups } from './backups/backups.js';
import { ConfigurationPages } from './configuration/configuration-pages.js';
import { GitHubAppPages } from './github/github-app-pages.js';
import { HealthPages } from './health/health-pages.js';
import { InstallationHealth } from './health/installation-health.js';
import { JobActions } from './jobs/job-actions.js';
import { JobPages } from './jobs/job-pages.js';
import { OpenRunsRepository } from './jobs/open-runs.repository.js';
import { OperatorPages } from './operators/operator-pages.js';
import { SizePages } from './sizes/size-pages.js';
import { Sizes } from './sizes/sizes.js';
import { SizesRepository } from './sizes/sizes.repository.js';
import { InstallationTests } from './tests/installation-tests.js';
import { TestPages } from './tests/test-pages.js';

/** Pages on which operators look after the whole installation. */
@Module({
  imports: [GitModule, MemberPagesModule, OperatorsModule, UsersModule, StorageModule],
  providers: [
    InstallationHealth,
    HealthPages,
    JobActions,
    OpenRunsRepository,
    JobPages,
    Sizes,
    SizesRepository,
    SizePages,
    InstallationTests,
    TestPages,
    Backups,
    BackupRunner,
    BackupRunsRepository,
    BackupPages,
    GitHubAppPages,
    ConfigurationPages,
    OperatorPages,
  ],
})
export class OperateModule {}
