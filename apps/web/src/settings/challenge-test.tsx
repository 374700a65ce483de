import { Button } from '@mantine/core'
import { adminTestChallenge } from '@portico/contract/challenges-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'

/** Asks the challenge provider whether it knows the stored secret. `changed`: the form differs from what is stored. */
export function ChallengeTest({ changed }: { changed: boolean }) {
  const t = useT()
  const test = useMutation({
    mutationFn: () => call(adminTestChallenge, {}),
    onSuccess: ({ result }) => {
      const kind = result === 'works' ? 'success' : result === 'not_set' ? 'info' : 'error'
      showToast({ kind, message: t(`setting.challenge_${result}`) })
    },
  })
  return (
    <div>
      <Button variant="default" size="xs" disabled={changed} loading={test.isPending} onClick={() => test.mutate()}>
        {t('setting.challenge_test')}
      </Button>
      {changed && <p className="quiet small">{t('setting.challenge_test_hint')}</p>}
    </div>
  )
}
