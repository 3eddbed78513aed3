import { MixedTable } from '@tablewright/core';
import { Department } from './contoso.js';
import { IndexedEmployees } from './indexed.js';

export class People extends MixedTable([IndexedEmployees, Department]) {}
