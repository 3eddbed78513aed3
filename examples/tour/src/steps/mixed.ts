import { Department, Employee } from '../contoso.js';
import { People } from '../people.js';
import { grid, type Step } from '../step.js';

export const mixed: Step = {
  name: 'mixed',
  title: 'Several classes in one read',
  why: 'Department and employees share a partition, so one request can fetch them together. Each row becomes an instance of its own class.',
  listing: 'people.ts',
  acts: [
    {
      run: async ({ emulator, store, console }) => {
        // A row that another program keeps here, and that no class describes.
        const note = { partitionKey: 'Sales', rowKey: 'note_1', text: 'Ask Mara', likes: 3 };
        await emulator.rawTable('Contoso').createEntity(note);

        for await (const item of new People(store).query({ partitionKey: 'Sales' })) {
          if (item instanceof Employee) console.log(item.id, item.fullName, item.grade);
          else if (item instanceof Department) console.log(item.name, item.employeeCount);
          else console.log(item.rowKey, item.get('text'), item.get('likes'), item.typeOf('likes'));
        }
      },
      rows: grid({ partition: 'Sales' }, 'fullName', 'employeeCount', 'text'),
      note: 'One request. instanceof narrows the type, so item.fullName compiles where it should and nowhere else. Copies of the index are left out, and the unknown row is a property bag with exact types.',
    },
  ],
};
