import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { type OnCall, readOnCall, saveOnCall } from '../contract.ts'
import { useText } from '../texts.ts'

type Override = { readonly userId: string; readonly from: string; readonly to: string }
type Change = {
  readonly overrides?: readonly Override[]
  readonly users?: readonly string[]
} & Partial<Pick<OnCall, 'timeZone' | 'weekday' | 'time' | 'escalateMinutes'>>

/** The overrides of the rotation as they are sent. */
export function overridesOf({ overrides }: OnCall): Override[] {
  return overrides.map(({ user, from, to }) => ({ userId: user.id, from, to }))
}

/** Saves a change of the rotation as the page has it; when another user changed it meanwhile, shows the new state. */
export function useSaveRotation(onCall: OnCall, { done, onSuccess }: { done: string; onSuccess?: () => void }) {
  const t = useText()
  const save = useMutationOf(saveOnCall, {
    refreshes: [readOnCall],
    onSuccess: () => {
      toast({ title: done })
      onSuccess?.()
    },
    onProblem: (problem) => {
      if (problem.status !== 412) return showError(problem)
      toast({ title: t('onCall.conflict') })
      void refresh(readOnCall)
    },
  })
  const { timeZone, weekday, time, escalateMinutes, users, version } = onCall
  return {
    pending: save.isPending,
    send: (change: Change) => {
      const now = { timeZone, weekday, time, escalateMinutes, users: users.map(({ id }) => id) }
      const body = { ...now, overrides: overridesOf(onCall), ...change }
      save.mutate({ body: { ...body, users: [...body.users], overrides: [...body.overrides] }, version })
    },
  }
}
