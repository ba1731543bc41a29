import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { FileResource } from '../reading/content.dto.js';
import { DocumentInput, FileBytesInput, InsertFileInput, REF } from './change-inputs.dto.js';

const FILE = { max: 128, description: 'Id of the file.' };
const REUSABLE = { max: 128, description: 'Id of the reusable content.' };

export class InsertFilesChange {
  @EnumField(['insert_files'])
  operation: 'insert_files';

  @ObjectField(() => InsertFileInput, { array: { min: 1, max: 20 } })
  files: InsertFileInput[];
}

export class UpdateFileChange extends FileBytesInput {
  @EnumField(['update_file'])
  operation: 'update_file';

  @TextField(FILE)
  file: string;

  @TextField({ optional: true, min: 1, max: 256, description: 'Another name.' })
  name?: string;
}

export class DeleteFileChange {
  @EnumField(['delete_file'])
  operation: 'delete_file';

  @TextField({ ...FILE, description: 'Id of the file. Where it is used it is missing then.' })
  file: string;
}

export class InsertReusableContentChange {
  @EnumField(['insert_reusable_content'])
  operation: 'insert_reusable_content';

  @TextField({ min: 1, max: 300 })
  title: string;

  @ObjectField(() => DocumentInput)
  document: DocumentInput;

  @TextField({
    optional: true,
    ...REF,
    description: 'Lets documents of the batch include this content as `ref:<name>`.',
  })
  ref?: string;
}

export class UpdateReusableContentChange {
  @EnumField(['update_reusable_content'])
  operation: 'update_reusable_content';

  @TextField(REUSABLE)
  reusableContent: string;

  @TextField({ optional: true, min: 1, max: 300 })
  title?: string;

  @ObjectField(() => DocumentInput, { optional: true, description: 'Replaces the text.' })
  document?: DocumentInput;
}

export class DeleteReusableContentChange {
  @EnumField(['delete_reusable_content'])
  operation: 'delete_reusable_content';

  @TextField({
    ...REUSABLE,
    description: 'Id of the reusable content. Pages that include it show nothing there.',
  })
  reusableContent: string;
}

export class UpdatedFileOutcome {
  @ApiProperty({ enum: ['updated_file'] })
  object: 'updated_file';
  @ApiProperty({ type: FileResource })
  file: FileResource;
}

export class DeletedFileOutcome {
  @ApiProperty({ enum: ['deleted_file'] })
  object: 'deleted_file';
  @ApiProperty({ description: 'Id of the file.' })
  file: string;
}

export class CreatedReusableContentOutcome {
  @ApiProperty({ enum: ['created_reusable_content'] })
  object: 'created_reusable_content';
  @ApiPropertyOptional()
  ref?: string;
  @ApiProperty({ description: 'Id of the reusable content.' })
  reusableContent: string;
}

export class UpdatedReusableContentOutcome {
  @ApiProperty({ enum: ['updated_reusable_content'] })
  object: 'updated_reusable_content';
  @ApiProperty({ description: 'Id of the reusable content.' })
  reusableContent: string;
}

export class DeletedReusableContentOutcome {
  @ApiProperty({ enum: ['deleted_reusable_content'] })
  object: 'deleted_reusable_content';
  @ApiProperty({ description: 'Id of the reusable content.' })
  reusableContent: string;
}
