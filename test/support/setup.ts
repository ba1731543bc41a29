import 'reflect-metadata';
import fc from 'fast-check';

// Property tests try the same cases each time, so that the gate says something about the change and not about luck.
// PROPERTY_SEED=random explores: run it when touching merge, permissions or Markdown.
const wanted = process.env['PROPERTY_SEED'];
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? 20_261_121 : Number(wanted) });
