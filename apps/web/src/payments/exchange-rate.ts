import { minorDigits } from '@portico/contract/money'
import { formatFixed, parseFixed } from '../ui/form/fixed-point.ts'

// A rate is kept as minor units of one currency for a million of the other's; how many decimals that is depends on both.
const placesOf = (site: string, gateway: string): number => 6 + minorDigits(gateway) - minorDigits(site)

/** '0.14' USD for one CNY → what the server keeps; NaN where the text is no such rate. */
export function readRate(text: string, site: string, gateway: string): number {
  return parseFixed(text, placesOf(site, gateway))
}

/** How much of the gateway's currency makes one of the site's. */
export function rateText(rate: number, site: string, gateway: string): string {
  return formatFixed(rate, placesOf(site, gateway))
}
