import { ChangesQuery } from '#modules/space-content/index.js';
import { TextField } from '#platform/http/fields.js';

const FROM = {
  optional: true,
  max: 64,
  description:
    'A revision of the change request, such as one that you reviewed; left out, everything that it changes',
};

export class SinceQuery {
  @TextField(FROM)
  from?: string;
}

export class RequestChangesQuery extends ChangesQuery {
  @TextField(FROM)
  from?: string;
}
