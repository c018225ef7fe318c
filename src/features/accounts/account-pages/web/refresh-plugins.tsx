import { refreshAccountPlugins } from '#features/accounts/plugins/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Refreshes the tools of every account. */
export function RefreshPlugins() {
  const t = useText()
  const refreshing = useMutationOf(refreshAccountPlugins, {
    onSuccess: () => toast({ title: t('list.pluginsRefreshed') }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={refreshing.isPending}
      onClick={() => refreshing.mutate({ query: { force: true } })}
    >
      {t('list.refreshPlugins')}
    </Button>
  )
}
