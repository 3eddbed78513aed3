export type { ChildRepository, FamilyApi, FamilyOperations, OfParent } from './api.js';
export { Families } from './families.js';
export type { Family, FamilyArgs, FamilyEnd, NewChildren, WholeFamily } from './family.js';
export type { ChildMember, Children } from './member.js';
export { CompoundKey } from './pattern.js';
