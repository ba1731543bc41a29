export { AggregateEvents } from './aggregation/aggregate-events.js';
export type { AggregateEventsBody } from './insights.dto.js';
export { InsightsModule } from './insights.module.js';
