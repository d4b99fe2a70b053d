import { z } from 'zod';

/** interface: Roles, from the lowest to the highest. */
export const roles = ['client', 'staff', 'admin'] as const;
export const Role = z.enum(roles);
export type Role = z.output<typeof Role>;
