import { Module } from '@nestjs/common';

/** Content of spaces: reading it and changing it. */
@Module({})
export class SpaceContentModule {}
