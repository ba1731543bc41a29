export { AggregateEvents } from './aggregation/aggregate-events.js';
export type { AggregateEventsBody } from './insights.dto.js';
export { ReaderEventHooks, type ReaderEvent } from './events/reader-event-hooks.js';
export { InsightsModule } from './insights.module.js';
