import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type IconName, iconNames, iconSvg } from '#modules/rendering/index.js';
import { mapPage, type Page, paginateArray } from '#platform/database/pagination.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { findIcons, iconsNamed } from './find-icons.js';
import { IconResource, IconsQuery } from './icon.dto.js';

/** The icons that pages can have. */
@ApiTags('editing')
@Controller('v1/icons')
export class IconsController {
  @Get()
  @Authenticated('space:content:read')
  @Operation('listIcons', 'Search the icons that pages and documents can have, by words of their names')
  @Header('Cache-Control', 'private, max-age=86400')
  @ApiPage(IconResource)
  async list(@Query() { query = '', names, ...page }: IconsQuery): Promise<Page<IconResource>> {
    const icons = await iconNames();
    const found = findIcons(names === undefined ? icons : iconsNamed(icons, names.split(',')), query);
    return mapPage(
      paginateArray(found, page, ({ name }) => name),
      presentIcon,
    );
  }
}

function presentIcon({ name, aliases, families }: IconName): IconResource {
  return { object: 'icon', name, aliases, styles: families, svg: iconSvg(name) };
}
