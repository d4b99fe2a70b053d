import { z } from 'zod';

/** interface: Roles, from the lowest to the highest. */
export const roles = ['client', 'staff', 'admin'] as const;
export const Role = z
  .enum(roles)
  .describe('Role of a user in an org. Each role may do everything that the roles before it may do.');
export type Role = z.output<typeof Role>;
