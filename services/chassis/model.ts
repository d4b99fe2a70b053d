import type { Connection, Model, Schema } from 'mongoose';

/** The model called `name` of a database; several parts of a process may ask for the same one. */
export function modelOf<Stored>(connection: Connection, name: string, schema: Schema<Stored>): Model<Stored> {
  return (connection.models[name] ?? connection.model(name, schema)) as unknown as Model<Stored>;
}
