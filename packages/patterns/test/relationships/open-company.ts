import { Repository, type TableStoreOptions } from '@tablewright/core';
import { beforeEach } from 'vitest';
import { type TestStorage, useStorage } from '../support/storage.js';
import {
  BadgeRepository,
  ContractRepository,
  DepartmentRepository,
  Details,
  EmployeeRepository,
} from './company.js';

/** A company of its own for each test: its employees in a table of their own, the other tables shared by the file. */
export interface OpenCompany {
  readonly storage: TestStorage;
  /** A department that no other test of the file uses. */
  readonly sales: string;
  readonly departments: DepartmentRepository;
  readonly employees: EmployeeRepository;
  readonly details: InstanceType<ReturnType<typeof detailsClass>>;
  readonly badges: BadgeRepository;
  readonly contracts: ContractRepository;
  /** The methods and paths of the requests that this makes, without the name of the company's table. */
  sent(run: () => unknown): Promise<string[]>;
}

const detailsClass = () => Repository(Details);

export function useCompany(options: TableStoreOptions = {}): OpenCompany {
  const storage = useStorage();
  let count = 0;
  let open: Omit<OpenCompany, 'storage' | 'sent'>;
  let table: string;
  beforeEach(() => {
    const store = storage.store(options);
    table = storage.emulator.uniqueName('Company');
    count++;
    open = {
      sales: `Sales${count}`,
      departments: new DepartmentRepository(store, { table }),
      employees: new EmployeeRepository(store, { table }),
      details: new (detailsClass())(store),
      badges: new BadgeRepository(store),
      contracts: new ContractRepository(store),
    };
  });
  return {
    storage,
    get sales() {
      return open.sales;
    },
    get departments() {
      return open.departments;
    },
    get employees() {
      return open.employees;
    },
    get details() {
      return open.details;
    },
    get badges() {
      return open.badges;
    },
    get contracts() {
      return open.contracts;
    },
    async sent(run) {
      const { requests } = await storage.emulator.http.record(async () => {
        await run();
      });
      return requests.map(({ method, path }) => `${method} ${path.replace(table, 'Company')}`);
    },
  };
}
