// Loaded into every process of a test run. Only the embedded engine receives statements, so only its process records
// them.
if (process.argv[1]?.endsWith('mongo-engine/main.ts')) await import('./record.ts');
