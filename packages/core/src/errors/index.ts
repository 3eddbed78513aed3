export { describeValue } from './describe-value.js';
export { checkOptions, OptionsError } from './options-error.js';
export { hasCode, isTablewrightError, TablewrightError } from './tablewright-error.js';
