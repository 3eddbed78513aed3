import { embeddedStorage } from '@tablewright/testing';
import { serve } from './serve.js';

const storage = await embeddedStorage({ services: ['table'] });
serve(storage.connectionString, () => undefined);
