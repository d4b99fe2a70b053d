/** Where `npm run bench` finds its database, unless it is to start one; and what it hands to the rival's process. */
export const config = {
  mongodbUrl: process.env.MONGODB_URL ?? '',
  database: process.env.RIVAL_DATABASE ?? 'bench_rival',
  tlsCert: process.env.TLS_CERT ?? '',
  tlsKey: process.env.TLS_KEY ?? '',
};
