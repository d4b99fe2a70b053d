import { z } from 'zod';

/** The list of ISO 4217 as of January 2026, without XTS and XXX, which name no currency. */
const IN_FORCE = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
  CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
  GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
  KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
  SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
  USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD
  XPF XPT XSU XUA YER ZAR ZMW ZWG
`;

/** Codes that ISO 4217 has withdrawn. Older records may hold them; services refuse them in new values (decisions 1: Numbers). */
const ENDED = 'ANG BGN CUC HRK SLL ZWL';

const codes = `${IN_FORCE} ${ENDED}`.trim().split(/\s+/).sort();

/** The currency codes of ISO 4217, with the withdrawn codes. */
export const Currency = z
  .enum(codes as [string, ...string[]])
  .describe(
    `Currency code of ISO 4217. Older records may have a withdrawn code (${ENDED.replaceAll(' ', ', ')}). A new value with such a code is refused.`,
  );
