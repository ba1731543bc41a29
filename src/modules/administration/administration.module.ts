import { Module } from '@nestjs/common';

/** Pages on which owners of sites, administrators and operators work: one folder for each of their tasks. */
@Module({ imports: [] })
export class AdministrationModule {}
