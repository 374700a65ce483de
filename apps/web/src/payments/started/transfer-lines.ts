/** A part of an operator's transfer text: a named value, or words. */
export type TransferLine = { label: string; value: string } | { words: string }

/** "Bank: Example Bank", with either colon. Longer names are sentences, and an address is no value with a name. */
const NAMED = /^([^:：]{1,30})[:：]\s*(?!\/\/)(\S.*)$/u

export function transferLines(text: string): TransferLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, label, value] = NAMED.exec(line) ?? []
      return label !== undefined && value !== undefined ? { label: label.trim(), value } : { words: line }
    })
}
