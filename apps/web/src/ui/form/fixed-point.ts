/** '1.5' at 2 places → 150, the integer that the server stores; NaN if the text is not such a number. Uses no floats. */
export function parseFixed(text: string, places: number): number {
  const match = /^(\d{1,13})(?:[.](\d+))?$/.exec(text.trim())
  const fraction = (match?.[2] ?? '').replace(/0+$/, '')
  if (!match || fraction.length > places) return Number.NaN
  const value = Number(`${match[1]}${fraction.padEnd(places, '0')}`)
  return Number.isSafeInteger(value) ? value : Number.NaN
}

/** 150 at 2 places → '1.5', for rates and percentages, where trailing zeros say nothing. For money, `toDecimal` keeps them. */
export function formatFixed(value: number, places: number): string {
  const text = String(Math.abs(value)).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places).replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
