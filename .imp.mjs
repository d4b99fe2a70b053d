const t=process.cpuUsage();
await import(process.argv[2]);
const u=process.cpuUsage(t); console.log(process.argv[2], (u.user+u.system)/1e3|0,'ms'); process.exit()
