import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NumberField, ObjectField, TextField } from '#platform/http/fields.js';
import { OrganizationSitesParams } from '../site/site.dto.js';

export class CustomFontParams extends OrganizationSitesParams {
  @TextField({ max: 64, description: 'Id of the font' })
  fontId: string;
}

export class FontFaceBody {
  @NumberField({ min: 1, max: 1000, integer: true, description: 'Weight of the strokes; 400 is regular' })
  weight: number;

  @TextField({ min: 1, max: 512, description: 'Key of an upload of the kind customization_font' })
  storageKey: string;
}

export class FontFaceUpdateBody {
  @NumberField({ min: 1, max: 1000, integer: true, description: 'Weight of the strokes; 400 is regular' })
  weight: number;

  @TextField({
    min: 1,
    max: 512,
    nullable: true,
    description: 'Key of an upload; null keeps the file that the font has for this weight',
  })
  storageKey: string | null;
}

export class CreateCustomFontBody {
  @TextField({ min: 1, max: 50, description: 'Name of the font', example: 'Our letters' })
  fontFamily: string;

  @ObjectField(() => FontFaceBody, {
    array: { min: 1, max: 20 },
    description: 'A file for each weight',
    example: [{ weight: 400, storageKey: '{storageKey}' }],
  })
  fontFaces: FontFaceBody[];
}

export class UpdateCustomFontBody {
  @TextField({ min: 1, max: 50, optional: true, description: 'Name of the font', example: 'Our letters' })
  fontFamily?: string;

  @ObjectField(() => FontFaceUpdateBody, {
    array: { min: 1, max: 20 },
    optional: true,
    description: 'All weights that the font is to have',
  })
  fontFaces?: FontFaceUpdateBody[];
}

@ApiSchema({ name: 'CustomizationFontDefinition' })
export class CustomFontResource {
  @ApiProperty({ description: 'Identifier in the settings of sites' })
  id: string;

  @ApiProperty({ description: 'True: it was uploaded' })
  custom: boolean;

  @ApiProperty()
  fontFamily: string;

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  fontFaces: object[];

  @ApiProperty({ type: 'object', properties: { edit: { type: 'boolean' } }, required: ['edit'] })
  permissions: { edit: boolean };
}
