import { ApiSchema } from '@nestjs/swagger';
import { BooleanField, TextField } from '#platform/http/fields.js';

export class PdfQuery {
  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Page to print, with the pages below it; the whole space when absent.',
  })
  page?: string;

  @BooleanField({ optional: true, description: 'True to print only that page, without those below it.' })
  only?: boolean;
}

@ApiSchema({ name: 'PdfLink' })
export class PdfLinkResource {
  @TextField({ description: 'Address of the file. It works for an hour, without a token.' })
  url: string;
}
