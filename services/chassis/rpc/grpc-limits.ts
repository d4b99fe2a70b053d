/** Bytes of a gRPC message (decisions 1: Sizes, times). */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Bytes in flight per connection: with HTTP/2's own 64 KiB a list would wait for round trips. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;
