export { WIDE_COLUMN } from './manifest.js';
export { WideEntity, type WideEntityOptions } from './pattern.js';
