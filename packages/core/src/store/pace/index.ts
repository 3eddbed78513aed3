export { Pace } from './pace.js';
export { pacedScope } from './paced-scope.js';
export { sideBySide } from './side-by-side.js';
