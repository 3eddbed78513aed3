import { serve } from '../serve.js';
import { startStubServer } from './stub-server.js';

// A process of its own, so that what the server spends is not counted as the client's.
const stub = await startStubServer(Number(process.argv[2] ?? 0));
serve(stub.connectionString, () => stub.lastWrites());
