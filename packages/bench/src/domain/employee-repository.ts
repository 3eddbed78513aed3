import { Repository } from '@tablewright/core';
import { Employee } from './employee.js';

export class EmployeeRepository extends Repository(Employee) {}
