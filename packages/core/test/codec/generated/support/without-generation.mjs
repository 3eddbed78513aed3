// Run by a child process that forbids generated code. Prints what it read, as JSON.
const [core, connectionString, table] = process.argv.slice(2);
const { Bool, DateTime, Double, Guid, Int32, Int64, key, Repository, TableStore, Text } = await import(core);

let forbidden = false;
try {
  new Function('return 1')();
} catch (error) {
  forbidden = error instanceof EvalError;
}

// biome-ignore lint/complexity/noStaticOnlyClass: its properties are declared below, without a compiler's help
class Employee {
  static key = key({ partition: '{department}', row: 'empid_{id:06}' });
}
const decorators = {
  department: Text(),
  id: Int32(),
  name: Text(),
  active: Bool(),
  rating: Double(),
  hired: DateTime(),
  salary: Int64(),
  badge: Guid(),
  rank: Int32({ default: 7 }),
};
for (const [name, decorate] of Object.entries(decorators)) decorate(Employee.prototype, name);

const store = TableStore.fromConnectionString(connectionString, { allowInsecureConnection: true });
const staff = new (class extends Repository(Employee) {})(store, { table });
const person = (id) =>
  Object.assign(new Employee(), {
    department: 'Sales',
    id,
    name: `O'Neill "${id}" \u2028`,
    active: id % 2 === 0,
    rating: id,
    hired: new Date(Date.UTC(2014, 6, 31, 18, 0, id)),
    salary: BigInt(id) * 10n ** 12n,
    badge: `0F8FAD5B-D9CB-469F-A165-00000000000${id}`,
  });
await staff.insert(person(1));
await staff.upsert(person(2));
const read = [
  await staff.getOrThrow({ department: 'Sales', id: 1 }),
  await staff.getOrThrow({ department: 'Sales', id: 2 }),
];
const refused = await staff
  .insert(Object.assign(person(3), { rating: 'high' }))
  .catch(({ code, message }) => ({ code, message }));
const listed = [];
for await (const { id } of staff.query({ department: 'Sales' }).scan('partition').iterate()) listed.push(id);
const text = JSON.stringify({ forbidden, read, listed, refused }, (_, value) =>
  typeof value === 'bigint' ? String(value) : value,
);
console.log(text);
