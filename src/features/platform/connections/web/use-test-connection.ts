import { listAudit } from '#features/platform/audit/contract.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { listConnectionMessages, listConnections, readConnection, testConnection } from '../contract.ts'
import { useText } from '../texts.ts'

const refreshes = [readConnection, listConnections, listConnectionMessages, listAudit]

/** Tests a connection and shows the result. */
export function useTestConnection() {
  const t = useText()
  return useMutationOf(testConnection, {
    refreshes,
    onSuccess: () => toast({ title: t('tested') }),
    onProblem: (problem) => {
      void refresh(...refreshes)
      showError(problem)
    },
  })
}
