import { Module } from '@nestjs/common';
import { TemplatesController } from './templates.controller.js';
import { Templates } from './templates.service.js';

@Module({ controllers: [TemplatesController], providers: [Templates], exports: [Templates] })
export class TemplatesModule {}
