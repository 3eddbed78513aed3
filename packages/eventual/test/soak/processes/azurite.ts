import { embeddedStorage } from '@tablewright/testing';

const storage = await embeddedStorage({ services: ['table', 'queue'] });
process.on('disconnect', () => process.exit(0));
process.send!(storage.connectionString);
