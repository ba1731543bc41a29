import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Events } from '../events/events.js';
import { JobAdministration } from './job-administration.js';
import { JobFigures } from './job-figures.js';
import { Jobs } from './jobs.js';

/** Jobs, domain events (which are jobs) and cron ticks (which enqueue jobs). */
@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [Jobs, Events, JobAdministration, JobFigures],
  exports: [Jobs, Events, JobAdministration],
})
export class JobsModule {}
