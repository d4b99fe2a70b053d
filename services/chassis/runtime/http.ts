/**
 * An import of node:http reads everything that it exports; its WebSocket loads what Node's own fetch is made of, as long a
 * work as the rest of a small process. Asked for this way, nothing but HTTP is loaded.
 */
export const { createServer, get } = process.getBuiltinModule('node:http');
