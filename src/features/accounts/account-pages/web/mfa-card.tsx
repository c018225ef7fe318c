import { Checkbox } from '@mantine/core'
import { type Account, readAccount, setMultifactor } from '#features/accounts/accounts/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Whether all users of the account need a second factor; saved at once. */
export function MfaCard({ account }: { account: Account }) {
  const t = useText()
  const set = useMutationOf(setMultifactor, {
    refreshes: [readAccount],
    onSuccess: ({ enabled }) => toast({ title: t(enabled ? 'mfa.on' : 'mfa.off') }),
  })
  return (
    <Card title={t('mfa.title')}>
      <Checkbox
        label={t('mfa.label')}
        checked={account.requiresMfa}
        disabled={set.isPending}
        onChange={(event) =>
          set.mutate({ params: { accountName: account.name }, query: { enabled: event.currentTarget.checked } })
        }
      />
    </Card>
  )
}
