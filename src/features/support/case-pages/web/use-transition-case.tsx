import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CaseAction } from '#features/support/case-access/contract.ts'
import {
  activateCase,
  type Case,
  closeCase,
  countCases,
  declineCase,
  readCaseHistory,
  resolveCase,
} from '#features/support/cases/contract.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { keepCase } from './case-rows-cache.ts'
import { useText } from './text.ts'

/** The dialog for the resolution; most views of a case do not need it. */
const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }))

const back: Partial<Record<CaseAction, CaseAction>> = { resolve: 'activate', decline: 'activate', close: 'activate' }

/**
 * Makes a transition of a case and shows it, with an undo where there is one. Resolving needs the reason first: render
 * `dialog`.
 */
export function useMoveCase(found: Case): { run: (action: CaseAction) => void; busy: boolean; dialog: ReactNode } {
  const t = useText()
  const [resolving, setResolving] = useState(false)
  const moved = (action: CaseAction) => (fresh: Case) => {
    keepCase(fresh)
    void refresh(readCaseHistory, countCases)
    const undo = back[action]
    toast({
      title: t(`done.${action}`, { key: found.key }),
      ...(undo && fresh.actions.includes(undo) ? { action: { label: t('done.undo'), run: () => run(undo) } } : {}),
    })
  }
  const commands = {
    activate: useMutationOf(activateCase, { onSuccess: moved('activate') }),
    resolve: useMutationOf(resolveCase, { onSuccess: moved('resolve') }),
    decline: useMutationOf(declineCase, { onSuccess: moved('decline') }),
    close: useMutationOf(closeCase, { onSuccess: moved('close') }),
  }
  function run(action: CaseAction) {
    if (action === 'resolve') return setResolving(true)
    commands[action].mutate({ query: { issueKey: found.key }, body: {} })
  }
  const busy = Object.values(commands).some(({ isPending }) => isPending)
  const dialog = resolving && (
    <Suspense>
      <ResolveDialog
        found={found}
        busy={busy}
        onClose={() => setResolving(false)}
        onResolve={(body) =>
          commands.resolve.mutate({ query: { issueKey: found.key }, body }, { onSuccess: () => setResolving(false) })
        }
      />
    </Suspense>
  )
  return { run, busy, dialog }
}
