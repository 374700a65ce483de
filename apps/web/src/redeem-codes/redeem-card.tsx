import { Button, Group, TextInput } from '@mantine/core'
import { checkCode, fetchRedeemUses, redeemCode, type RedeemPreview, type Redeemed } from '@portico/contract/redeem-codes'
import { getDashboard, getSubscribe } from '@portico/contract/subscriptions'
import { fetchPlans } from '@portico/contract/plans'
import { IconClipboard } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { showToast } from '../toast.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './cards.module.css'
import { RedeemDone, RedeemOffer } from './redeem-offer.tsx'

/** Redeems a code in steps: enter it, see what it would change, redeem it, see what it changed. */
export function RedeemCard() {
  const [code, setCode] = useState('')
  const [offer, setOffer] = useState<RedeemPreview | null>(null)
  const [done, setDone] = useState<Redeemed | null>(null)
  const again = (): void => {
    setCode('')
    setOffer(null)
    setDone(null)
  }
  const redeem = useSave({
    send: () => call(redeemCode, { body: { code } }),
    after: async (redeemed) => {
      setDone(redeemed)
      await Promise.all([invalidate(fetchRedeemUses, getSubscribe, getDashboard, fetchPlans), refreshWho()])
    },
  })
  if (done) return <RedeemDone redeemed={done} onAgain={again} />
  if (offer) {
    const back = (): void => {
      redeem.reset()
      setOffer(null)
    }
    return (
      <RedeemOffer offer={offer} busy={redeem.isPending} onBack={back} onRedeem={() => redeem.mutate()}>
        {redeem.error && <Banner tone="bad">{redeem.error.message}</Banner>}
      </RedeemOffer>
    )
  }
  return <CodeField code={code} onCode={setCode} onOffer={setOffer} />
}

function CodeField({ code, onCode, onOffer }: { code: string; onCode: (code: string) => void; onOffer: (offer: RedeemPreview) => void }) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const check = useMutation({ mutationFn: (typed: string) => call(checkCode, { body: { code: typed } }), onSuccess: onOffer })
  const { error } = check
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const type = (text: string): void => {
    onCode(text)
    setMissing(false)
    if (error) check.reset()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (code.trim() !== '') return check.mutate(code)
    setMissing(true)
    field.current?.focus()
  }
  const paste = async (): Promise<void> => {
    try {
      type((await navigator.clipboard.readText()).trim().slice(0, 64))
    } catch {
      showToast({ kind: 'warning', message: t('redeem.paste_failed') })
    }
    field.current?.focus()
  }
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <TextInput
        ref={field}
        label={t('redeem.code')}
        description={t('redeem.code_text')}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
        classNames={{ input: styles['code'] ?? '' }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        error={missing ? t('validation.required') : error && messageOf(error)}
        onChange={(event) => type(event.target.value)}
      />
      <Group>
        <Button type="submit" loading={check.isPending}>
          {t('redeem.check')}
        </Button>
        {'clipboard' in navigator && (
          <Button variant="default" leftSection={<IconClipboard size={16} />} onClick={() => void paste()}>
            {t('redeem.paste')}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** The field's own message: the summary of a 422 says less. */
function messageOf(error: Error): string {
  return (error instanceof ApiError && error.fields['code']?.[0]) || error.message
}
