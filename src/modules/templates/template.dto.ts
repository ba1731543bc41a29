import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ContentRefField } from '#modules/documents/index.js';
import { MapField, ObjectField, TextField } from '#platform/http/fields.js';
import type { SlotReferences } from './template.types.js';

export class TemplateParams {
  @TextField({ max: 64, description: 'Id of the template' })
  templateId: string;
}

export class TemplateFillingBody {
  @MapField({
    optional: true,
    value: ContentRefField(),
    description: 'Content references by the name of the slot they fill',
  })
  contentRefs?: SlotReferences;
}

/** Which template to apply, and with what. */
@ApiSchema({ name: 'ApplySpaceTemplate' })
export class TemplateBody {
  @TextField({ max: 64, description: 'Id of the template', example: 'quickstart' })
  id: string;

  @ObjectField(() => TemplateFillingBody, { optional: true })
  params?: TemplateFillingBody;
}

@ApiSchema({ name: 'TemplateSlot' })
export class TemplateSlotResource {
  @ApiProperty({ description: 'Its name in `params.contentRefs`' })
  name: string;
  @ApiProperty()
  description: string;
}

@ApiSchema({ name: 'TemplatePage' })
export class TemplatePageResource {
  @ApiProperty()
  title: string;
  @ApiProperty({ description: 'The text in the Git format; `ref:<name>` stands for a slot' })
  markdown: string;
  @ApiProperty({ type: () => [TemplatePageResource] })
  pages: TemplatePageResource[];
}

@ApiSchema({ name: 'Template' })
export class TemplateResource {
  @ApiProperty({ enum: ['template'] })
  object: 'template';
  @ApiProperty()
  id: string;
  @ApiProperty()
  title: string;
  @ApiProperty()
  description: string;
  @ApiProperty({ type: [TemplateSlotResource] })
  slots: TemplateSlotResource[];
  @ApiProperty({ type: [TemplatePageResource] })
  pages: TemplatePageResource[];
}
