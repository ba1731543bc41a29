import { Global, Module } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Logger } from './logger.js';

/** Logger and clock: the two things every service may want. */
@Global()
@Module({ providers: [Logger, Clock], exports: [Logger, Clock] })
export class LoggingModule {}
