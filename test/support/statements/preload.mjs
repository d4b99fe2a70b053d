// Loaded into every process of a test run; only the embedded engine has statements to record.
if (process.argv[1]?.endsWith('mongo-engine/main.ts')) await import('./record.ts');
