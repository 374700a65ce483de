import { IMPORT_SUMS, type ImportSum, type ImportSums } from '@portico/contract/imports-admin'

/** Sums as bigints, because bytes of many members are above 2^53. */
export class Sums {
  readonly #sums = new Map<ImportSum, bigint>()

  add(name: ImportSum, by: bigint | number = 1n): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + BigInt(by))
  }

  get(name: ImportSum): bigint {
    return this.#sums.get(name) ?? 0n
  }
}

export function toSums(old: Sums, here: ReadonlyMap<ImportSum, string> | null): ImportSums {
  return IMPORT_SUMS.map((name) => ({ name, old: String(old.get(name)), here: here === null ? null : (here.get(name) ?? '0') }))
}
