import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/authenticated.js';
import { readVersion } from './version.js';

@ApiSchema({ name: 'ApiInformation' })
export class ApiInformationResource {
  @ApiProperty({ example: '0.1.0' })
  version: string;

  @ApiProperty({ description: 'The version with the runtime it runs on', example: '0.1.0+node20.19.0' })
  build: string;
}

/** The root of the API: which Bindery is this? */
@ApiTags('service')
@Controller('v1')
export class VersionController {
  private readonly version = readVersion();

  @Get()
  @Public()
  @ApiOperation({ operationId: 'getApiInformation', summary: 'Version of the service' })
  @ApiOkResponse({ type: ApiInformationResource })
  getApiInformation(): ApiInformationResource {
    return { version: this.version, build: `${this.version}+node${process.versions.node}` };
  }
}
