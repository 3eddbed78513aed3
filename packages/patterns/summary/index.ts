export type { SummaryApi, SummaryKey, SummaryReading, SummaryTotals } from './api.js';
export type { SummaryDeclaration } from './declaration.js';
export { Summary } from './pattern.js';
