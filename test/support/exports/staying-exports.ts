/**
 * Chassis exports that only one owner imports and that still belong in the chassis, each with the reason.
 * `test/architecture.test.ts` refuses an entry that is no longer needed.
 */
export const STAYING: ReadonlyMap<string, string> = new Map([
  // Rules for records of any service.
  ['services/chassis/domain/parts.ts: partsAfter', 'Any record may have lists of parts.'],
  ['services/chassis/records/command.ts: preparedOf', 'The third kind of handler, beside unary and commandOf.'],
  ['services/chassis/records/person-names.ts: namingPersons', 'Records of any service may show who made them.'],
  // These exports are parts of a rule whose other parts are in the chassis. In two places, the parts could differ.
  ['services/chassis/domain/currencies.ts: whyEnded', 'The rule of refuseEnded and refuseEndedAt, without a refusal.'],
  ['services/chassis/domain/money.ts: roundUpTo', 'The decimals of a currency are known to money.ts alone.'],
  ['services/chassis/domain/record.ts: changedFields', 'The comparison that recordEvent makes, of a part of the data.'],
  ['services/chassis/domain/record.ts: refuseId', 'The refusal of partIds, for a list that is checked in steps.'],
  [
    'services/chassis/records/record-model.ts: sortKeyOf',
    'The model names the fields that upgrades of sort keys write.',
  ],
  ['services/chassis/rpc/out-of-turn.ts: SMALL', 'The gateway lets through what refuseOutOfTurn lets through.'],
  ['services/chassis/runtime/http.ts: get', 'One file says how HTTP is loaded without all of node:http.'],
  ['services/chassis/runtime/metrics.ts: DURATION_BUCKETS', 'Durations of requests and of rpcs stand in one chart.'],
  ['services/chassis/secrets/api-key-value.ts: hashOfApiKey', 'The gateway looks up what newApiKeyValue has made.'],
  ['services/chassis/secrets/api-key-value.ts: isApiKeyValue', 'The gateway checks what newApiKeyValue has made.'],
  ['services/chassis/secrets/api-key-value.ts: newApiKeyValue', 'identity makes what the gateway checks and looks up.'],
  // Public functions of a chassis part whose other files may not be imported.
  ['services/chassis/messaging/bus.ts: connectBus', 'For any process without a database, beside connectEventBus.'],
  ['services/chassis/secrets/seal.ts: openRow', 'Two repositories use it, which may share no file.'],
]);
