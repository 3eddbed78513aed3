import { Repository } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Employee } from './contoso.js';

const byEmail = {
  row: 'email_{email}',
  unique: true,
  project: ['firstName', 'lastName'],
} as const;

// Deployed first: every write keeps the index, nobody reads it yet.
export class EmployeesWhileBuilding extends Repository(Employee).with(
  IntraPartitionIndex({ byEmail: { ...byEmail, state: 'building' } }),
) {}

// Deployed when the index is complete. A new table begins here: ready is the default.
export class IndexedEmployees extends Repository(Employee).with(
  IntraPartitionIndex({ byEmail: { ...byEmail, state: 'ready' } }),
) {}
