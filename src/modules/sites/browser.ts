// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export type {
  CustomizationLink,
  FontDefinition,
  SiteCustomization,
  Themed,
} from './customization/customization-schema.js';
