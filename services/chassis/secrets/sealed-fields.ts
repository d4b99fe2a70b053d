import { Counter } from 'prom-client';
import { registry } from '../runtime/metrics.ts';
import { createSeal, type Seal, type StoredBytes, UnreadableError } from './seal.ts';

/** Where sealed values are, so that they can be found and brought to another key. */
export interface SealedPlace {
  collection: string;
  /** Its path in a document: `formerSecret.secret`. */
  field: string;
  /** The field that tells a value's place from the others'; default `_id`. */
  idField?: string;
  /** What a value is tied to, by that field. It opens nowhere else, so this never changes. */
  aad(id: string): string;
  /** The field with the time of writing, of documents that go by themselves: they are left to go. */
  writtenAt?: string;
}

/** The values of one place. */
export interface SealedField {
  seal(id: string, bytes: Uint8Array): Buffer;
  /** Throws UnreadableError, counted, when its key is gone or the bytes are not as they were sealed. */
  open(id: string, sealed: StoredBytes): Buffer;
}

/** All that a database holds sealed. Who seals must say where, so that no value is forgotten when a key is replaced. */
export interface SealedFields {
  readonly seal: Seal;
  declare(place: SealedPlace): SealedField;
  declared(): SealedPlace[];
}

const unreadable = new Counter({
  name: 'unreadable_values_total',
  help: 'Times that a sealed value could not be opened, by where it is stored.',
  labelNames: ['collection'],
  registers: [registry],
});

/** `keys` as for createSeal. */
export function createSealedFields(keys: readonly string[]): SealedFields {
  const seal = createSeal(keys);
  const places = new Map<string, SealedPlace>();
  return {
    seal,
    declare(place) {
      places.set(`${place.collection}.${place.field}`, place);
      return {
        seal: (id, bytes) => seal.seal(bytes, place.aad(id)),
        open(id, sealed) {
          try {
            return seal.open(sealed, place.aad(id));
          } catch (error) {
            if (error instanceof UnreadableError) unreadable.inc({ collection: place.collection });
            throw error;
          }
        },
      };
    },
    declared: () => [...places.values()],
  };
}
