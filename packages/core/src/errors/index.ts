export { describeValue } from './describe-value.js';
export { OptionsError } from './options-error.js';
export { hasCode, isTablewrightError, TablewrightError } from './tablewright-error.js';
