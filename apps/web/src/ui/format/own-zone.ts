/** The time zone of this device, such as Asia/Shanghai. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
