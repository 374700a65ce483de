import { checkClaim, claimAccount, ClaimLink } from '@portico/contract/claims'
import { call } from '../api/call.ts'
import { type AroundOpening, OpeningForm } from '../auth/opening-form.tsx'
import { useT } from '../i18n.ts'

/** Claims the account of a link. `link`: as it came with the address of the page; '': the member pastes it. It is checked before a code is sent. */
export function ClaimForm({ link: value, ...around }: AroundOpening & { link: string }) {
  const t = useT()
  const looks = { label: t('claim.link'), hint: t('claim.link_hint'), maxLength: 2000 }
  return (
    <OpeningForm
      {...around}
      own={{ name: 'link', value, schema: ClaimLink, isFirst: true, looks }}
      words={{ submit: 'claim.submit', sending: 'claim.sending' }}
      check={(link) => call(checkClaim, { body: { link } })}
      open={(link, opening) => call(claimAccount, { body: { ...opening, link } })}
    />
  )
}
