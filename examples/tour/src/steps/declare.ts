import { modelOf } from '@tablewright/core';
import { Employee } from '../contoso.js';
import { grid, type Step } from '../step.js';

export const declare: Step = {
  name: 'declare',
  title: 'Declare what you store',
  why: 'Two classes and their key templates are the whole mapping. Everything that follows, down to the argument types of get(), comes from here.',
  listing: 'contoso.ts',
  acts: [
    {
      run: async ({ console }) => {
        const { partition, row } = modelOf(Employee);
        console.log(partition.encode({ department: 'Sales' }), row.encode({ id: 223 }));
      },
      rows: grid(''),
      note: 'Keys are computed from properties alone, so they cost no request. A department shares the partition of its employees: reading them together is cheap.',
    },
  ],
};
