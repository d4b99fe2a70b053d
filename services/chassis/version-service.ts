import { z } from 'zod';
import type { Domain } from './proto.ts';
import { implement, type ServiceImplementation, unary } from './unary.ts';
import { VERSION } from './version.ts';

const VersionRequest = z.strictObject({});

/** Says what a process of `domain` runs. */
export function versionService(domain: Domain): ServiceImplementation {
  const version = { service: domain, version: VERSION };
  return implement('common', 'VersionService', {
    GetVersion: unary(VersionRequest, async () => version, { anonymous: true }),
  });
}
