import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  activateCase,
  type Case,
  type CaseAction,
  closeCase,
  countCases,
  declineCase,
  readCaseHistory,
  resolveCase,
} from '../contract.ts'
import { keepCase } from './case-rows-cache.ts'
import { useText } from './text.ts'

const back: Partial<Record<CaseAction, CaseAction>> = { resolve: 'activate', decline: 'activate', close: 'activate' }

/** Moves a case and says so, with a way back where there is one. */
export function useMoveCase(found: Case) {
  const t = useText()
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
    commands[action].mutate({ query: { issueKey: found.key }, body: {} })
  }
  return { run, busy: Object.values(commands).some(({ isPending }) => isPending) }
}
