const BY_ZONE: Record<string, string> = {
  'Asia/Shanghai': 'CN',
  'Asia/Urumqi': 'CN',
  'Asia/Hong_Kong': 'HK',
  'Asia/Macau': 'MO',
  'Asia/Taipei': 'TW',
  'Asia/Singapore': 'SG',
  'Asia/Kuala_Lumpur': 'MY',
  'Asia/Tokyo': 'JP',
  'Asia/Seoul': 'KR',
  'Asia/Bangkok': 'TH',
  'Asia/Jakarta': 'ID',
  'Asia/Dubai': 'AE',
  'Australia/Sydney': 'AU',
  'Europe/London': 'GB',
  'Europe/Berlin': 'DE',
  'Europe/Paris': 'FR',
  'Europe/Moscow': 'RU',
  'America/Toronto': 'CA',
  'America/Vancouver': 'CA',
  'America/New_York': 'US',
  'America/Chicago': 'US',
  'America/Los_Angeles': 'US',
}

/** The likely country of a visitor, as two letters. The time zone says where someone is, the language only where they may be from. */
export function guessCountry(zone: string, language: string): string {
  return BY_ZONE[zone] ?? new Intl.Locale(language).maximize().region ?? 'CN'
}
