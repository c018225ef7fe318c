import { connectionPath } from '#features/platform/connections/paths.ts'
import { ConnectButton } from '#features/platform/connections/web/index.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatAge } from '#kit/web/time/time.ts'
import { listAnalyticsPlans, readAnalyticsSystem, refreshAnalyticsPlans } from '../contract.ts'
import { useText } from '../texts.ts'

/** Connects an analytics system; while one is connected, reads its plans again and leads to its diagnostics. */
export function SystemActions() {
  const t = useText()
  const { data } = useQueryOf(readAnalyticsSystem, {})
  const again = useMutationOf(refreshAnalyticsPlans, {
    refreshes: [readAnalyticsSystem, listAnalyticsPlans],
    onSuccess: () => toast({ title: t('readStarted') }),
  })
  if (!data) return null
  if (data.connection === null) return <ConnectButton port="plans" variant="default" />
  return (
    <>
      <Button variant="default" to={connectionPath({ connectionId: data.connection })}>
        {t('diagnostics')}
      </Button>
      <Button
        variant="default"
        loading={again.isPending || data.reading}
        title={data.read === null ? undefined : t('lastRead', { age: formatAge(data.read) })}
        onClick={() => again.mutate({})}
      >
        {t('readAgain')}
      </Button>
    </>
  )
}
