import {
  BooleanField,
  EnumField,
  FREE_OBJECT,
  MapField,
  NumberField,
  ObjectField,
  TextField,
  UnionField,
} from '#platform/http/fields.js';

/** Names become members of objects that scripts and forms read. */
export const PROPERTY_NAME = {
  pattern: /^(?!__proto__$)[A-Za-z0-9_.-]{1,64}$/,
  patternMeaning: 'letters, digits, dots, hyphens and underscores, 64 at most',
};
const ADDRESS = { max: 2048 };

class PropertyBody {
  @TextField({ optional: true, max: 30 })
  title?: string;

  @TextField({ optional: true, max: 100 })
  description?: string;
}

class TextPropertyBody extends PropertyBody {
  @EnumField(['string'])
  type: 'string';

  @TextField({ optional: true, max: 2048 })
  default?: string;

  @TextField({ ...ADDRESS, optional: true })
  completion_url?: string;

  @TextField({ optional: true, max: 2048, array: { min: 1, max: 1000 } })
  enum?: string[];
}

class NumberPropertyBody extends PropertyBody {
  @EnumField(['number'])
  type: 'number';

  @NumberField({ optional: true })
  default?: number;
}

class BooleanPropertyBody extends PropertyBody {
  @EnumField(['boolean'])
  type: 'boolean';

  @BooleanField({ optional: true })
  default?: boolean;
}

class ButtonPropertyBody extends PropertyBody {
  @EnumField(['button'])
  type: 'button';

  @TextField(ADDRESS)
  callback_url: string;

  @TextField({ max: 100 })
  button_text: string;
}

type AnyPropertyBody = TextPropertyBody | NumberPropertyBody | BooleanPropertyBody | ButtonPropertyBody;

/** Settings of an installation: a component that draws them, or the properties of a form. */
export class ConfigurationBody {
  @TextField({ optional: true, min: 1, max: 100 })
  componentId?: string;

  @MapField({
    optional: true,
    max: 100,
    name: TextField(PROPERTY_NAME),
    value: UnionField('type', {
      string: () => TextPropertyBody,
      number: () => NumberPropertyBody,
      boolean: () => BooleanPropertyBody,
      button: () => ButtonPropertyBody,
    }),
  })
  properties?: Record<string, AnyPropertyBody>;

  @TextField({ optional: true, array: { max: 100 }, unique: true })
  required?: string[];
}

const PLACE = { optional: true, schema: FREE_OBJECT };

/** Settings by where they are made: for the organization, a space, a site. */
export class ConfigurationsBody {
  @ObjectField(() => ConfigurationBody, PLACE)
  account?: ConfigurationBody;

  @ObjectField(() => ConfigurationBody, PLACE)
  space?: ConfigurationBody;

  @ObjectField(() => ConfigurationBody, PLACE)
  site?: ConfigurationBody;
}
