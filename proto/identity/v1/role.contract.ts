import { z } from 'zod';

/** interface: Roles, from the lowest to the highest. */
export const roles = ['client', 'staff', 'admin'] as const;
export const Role = z.enum(roles).describe('What a user may do in an org: each role all that the ones before it may.');
export type Role = z.output<typeof Role>;
