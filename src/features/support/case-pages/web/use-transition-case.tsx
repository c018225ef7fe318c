import { type ReactNode, Suspense, useState } from 'react'
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
import type { ApiError } from '#kit/web/data/api-error.ts'
import type { Input } from '#kit/web/data/call.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { keepCase } from './case-rows-cache.ts'

/** The dialog for the resolution; most views of a case do not need it. */
const ResolveDialog = lazyNamed(() => import('./resolve-dialog.tsx'), 'ResolveDialog')
/** The dialog for the reason of a change of closed months. */
const CorrectionDialog = lazyNamed(() => import('./correction-dialog.tsx'), 'CorrectionDialog')

type Body = NonNullable<Input<typeof resolveCase>['body']>

const back: Partial<Record<CaseAction, CaseAction>> = { resolve: 'activate', decline: 'activate', close: 'activate' }

/**
 * Makes a transition of a case and shows it, with an undo where there is one. Resolving needs the reason first: render
 * `dialog`.
 */
export function useMoveCase(supportCase: Case): {
  run: (action: CaseAction) => void
  busy: boolean
  dialog: ReactNode
} {
  const t = useText()
  const [resolving, setResolving] = useState(false)
  const [askedMove, setAskedMove] = useState<{ action: CaseAction; body: Body; question: string }>()
  const onMoved = (action: CaseAction) => (fresh: Case) => {
    keepCase(fresh)
    void refresh(readCaseHistory, countCases)
    const undo = back[action]
    toast({
      title: t(`done.${action}`, { key: supportCase.key }),
      ...(undo && fresh.actions.includes(undo) ? { action: { label: t('done.undo'), run: () => run(undo) } } : {}),
    })
  }
  const ask =
    (action: CaseAction) =>
    (problem: ApiError, { body = {} }: { body?: Body | undefined }) => {
      const field = problem.fields.find(({ path }) => path === 'correction')
      if (field) setAskedMove({ action, body, question: field.message })
      else showError(problem)
    }
  const of = (action: CaseAction) => ({ onSuccess: onMoved(action), onProblem: ask(action) })
  const commands = {
    activate: useMutationOf(activateCase, of('activate')),
    resolve: useMutationOf(resolveCase, of('resolve')),
    decline: useMutationOf(declineCase, of('decline')),
    close: useMutationOf(closeCase, of('close')),
  }
  function run(action: CaseAction) {
    if (action === 'resolve') return setResolving(true)
    commands[action].mutate({ query: { issueKey: supportCase.key }, body: {} })
  }
  const busy = Object.values(commands).some(({ isPending }) => isPending)
  const dialog = askedMove ? (
    <Suspense>
      <CorrectionDialog
        question={askedMove.question}
        busy={busy}
        onClose={() => setAskedMove(undefined)}
        onCorrect={(correction) => {
          const finish = () => {
            setAskedMove(undefined)
            setResolving(false)
          }
          const input = { query: { issueKey: supportCase.key }, body: { ...askedMove.body, correction } }
          commands[askedMove.action].mutate(input, { onSuccess: finish })
        }}
      />
    </Suspense>
  ) : resolving ? (
    <Suspense>
      <ResolveDialog
        found={supportCase}
        busy={busy}
        onClose={() => setResolving(false)}
        onResolve={(body) =>
          commands.resolve.mutate(
            { query: { issueKey: supportCase.key }, body },
            { onSuccess: () => setResolving(false) },
          )
        }
      />
    </Suspense>
  ) : null
  return { run, busy, dialog }
}
