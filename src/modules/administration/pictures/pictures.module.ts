import { Module } from '@nestjs/common';
import { StorageModule } from '#modules/storage/index.js';
import { UploadedPictures } from './uploaded-pictures.js';

/** Pictures that forms send, for pages of several tasks. */
@Module({ imports: [StorageModule], providers: [UploadedPictures], exports: [UploadedPictures] })
export class PicturesModule {}
