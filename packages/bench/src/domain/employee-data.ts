/** What an employee is, without any library: what the servers and the contenders have in common. */
export interface EmployeeData {
  department: string;
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  age: number;
  active: boolean;
  rating: number;
  hired: Date;
  salary: bigint;
  badge: string;
}
