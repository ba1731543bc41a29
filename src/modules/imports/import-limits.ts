import { THREAD_MEMORY_MB } from '#platform/threads/thread-memory.js';

const MB = 1024 * 1024;

/** Limits of one import; items beyond them are left out and reported. */
export const LIMITS = {
  /** Uploads of one import. */
  uploads: 100,
  /** Files of all uploads together, archives unpacked. */
  files: 10_000,
  fileBytes: 1024 * MB,
  /** A page as HTML or a document; converting takes a multiple of it in memory. */
  documentBytes: 20 * MB,
  /** Converting one page or document, and all of an import. */
  convertMs: 120_000,
  convertAllMs: 30 * 60_000,
  convertMemoryMb: THREAD_MEMORY_MB,
  /** A Word file unpacked: its text and its images. */
  wordBytes: 100 * MB,
  /** Pages of a website. */
  pages: 500,
  /** Links away from the start. */
  depth: 20,
  /** One page of a website, sitemaps included. */
  pageBytes: 5 * MB,
  images: 2000,
  imageBytes: 10 * MB,
  /** All that is fetched from a website. */
  websiteBytes: 500 * MB,
  websiteMs: 30 * 60_000,
  /** Imports that an organization may have waiting or running: one at a time runs, so the last may wait for hours. */
  openRuns: 10,
} as const;
