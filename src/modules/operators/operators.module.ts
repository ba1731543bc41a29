import { Module } from '@nestjs/common';
import { UsersModule } from '#modules/users/index.js';
import { OperatorsRepository } from './operators.repository.js';
import { Operators } from './operators.service.js';

/** The people who look after the whole installation. */
@Module({ imports: [UsersModule], providers: [Operators, OperatorsRepository], exports: [Operators] })
export class OperatorsModule {}
