// The library against the official client, one theme a file. They run as one, because starting the emulator
// takes longer than most of them.
import './round-trip.js';
import './keys.js';
import './unknown-columns.js';
import './transactions.js';
import './transaction-limits.js';
