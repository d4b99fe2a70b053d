/** Maximum bytes of a gRPC message (decisions 1: Sizes, times). */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Bytes in flight per connection. With HTTP/2's default of 64 KiB, a long list would wait for round trips. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;
