import { configureMonitoring } from '#features/monitoring/analytics/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { testScanner } from '../contract.ts'
import { useText } from '../texts.ts'

/** Tests whether the scanner of an account gets modem counts; a failed test says in words what is missing. */
export function ScannerTest({ account }: { account: string }) {
  const t = useText()
  const test = useMutationOf(testScanner, {
    onSuccess: ({ segments, deployments }) =>
      toast({ title: t('tested', { segments: formatCount(segments), deployments: formatCount(deployments) }) }),
  })
  return (
    <IfAllowed permission={configureMonitoring} account={account}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({ query: { account } })}
      >
        {t('test')}
      </Button>
    </IfAllowed>
  )
}
