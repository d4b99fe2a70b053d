import { z } from 'zod';
import { VERSION } from '../runtime/version.ts';
import { implement, type ServiceImplementation, unary } from './endpoint.ts';
import type { Domain } from './proto.ts';

const VersionRequest = z.strictObject({});

/** Answers the version that a process of `domain` runs. */
export function versionService(domain: Domain): ServiceImplementation {
  const version = { service: domain, version: VERSION };
  return implement('common', 'VersionService', {
    GetVersion: unary(VersionRequest, async () => version, { anonymous: true }),
  });
}
