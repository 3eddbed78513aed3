export { QueueOutbox } from './outbox/outbox.js';
