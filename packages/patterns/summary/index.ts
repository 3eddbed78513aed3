export type { SummaryApi, SummaryKey, SummaryReading, SummaryTotals } from './api.js';
export type { SummaryDeclaration } from './declaration.js';
export { type ParentSummary, summarizeOnParent } from './on-parent.js';
export type { ParentSummaryDeclaration } from './parent-declaration.js';
export { Summary } from './pattern.js';
