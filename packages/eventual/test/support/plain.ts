import { Repository } from '@tablewright/core';
import { Employee } from './staff.js';

/** The same entities in a program that has no index at all. */
export class Plain extends Repository(Employee) {}
