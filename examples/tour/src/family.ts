import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { Inheritance } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';

@Entity({ table: 'Contoso', discriminator: 'EntityType' })
export abstract class Person {
  static readonly key = key({ partition: '{country}', row: 'person_{id:03}' });
  @Text() country!: string;
  @Int32() id!: number;
  @Text() name!: string;
}

@Entity({ type: 'agent' })
export class Agent extends Person {
  @Text() desk!: string;
}

@Entity({ type: 'client' })
export class Client extends Person {
  @Int32() orders!: number;
}

// Agents are found by their desk, clients need no index.
export class Agents extends Repository(Agent).with(
  IntraPartitionIndex({ byDesk: { row: 'desk_{desk}', unique: true, project: ['name'] } }),
) {}

export class Family extends Inheritance(Person, [Agents, Client]) {}
