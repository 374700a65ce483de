import { minorDigits } from '@portico/contract/money'
import { formatFixed, parseFixed } from '../ui/form/fixed-point.ts'

// A rate is stored as minor units of the gateway's currency per million minor units of the site's.
// Its number of decimals depends on both currencies.
const placesOf = (site: string, gateway: string): number => 6 + minorDigits(gateway) - minorDigits(site)

/** '0.14' (USD for one CNY) → the stored rate; NaN if the text is not such a rate. */
export function readRate(text: string, site: string, gateway: string): number {
  return parseFixed(text, placesOf(site, gateway))
}

/** How much of the gateway's currency equals one unit of the site's. */
export function rateText(rate: number, site: string, gateway: string): string {
  return formatFixed(rate, placesOf(site, gateway))
}
