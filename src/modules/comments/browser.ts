// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export { findQuote, QuotableText, type Quote, type TextRange } from './target/quote.js';
