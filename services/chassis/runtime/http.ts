/**
 * An import of node:http would load everything that it exports. Its WebSocket loads the implementation of fetch, which
 * takes as long as the rest of a small process. `getBuiltinModule` loads only HTTP.
 */
export const { createServer, get } = process.getBuiltinModule('node:http');
