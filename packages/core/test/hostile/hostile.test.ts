// What callers, rows and networks may throw at the library, one theme a file. They run as one, because
// starting the emulator takes longer than most of them.
import './values.js';
import './keys.js';
import './arguments.js';
import './options.js';
import './limits.js';
import './names.js';
import './stored-rows.js';
import './plans.js';
import './service-errors.js';
import './connections.js';
