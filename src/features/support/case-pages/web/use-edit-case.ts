import { type Case, editCase, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import type { Input } from '#kit/web/data/call.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { keepCase } from './case-rows-cache.ts'

/** The part of a case that a change sets. */
export type CaseChange = Input<typeof editCase>['body']

/**
 * Changes a case from the version that was read: when another user was faster, it is read again and nothing is
 * overwritten.
 */
export function useEditCase(supportCase: Case) {
  const t = useText()
  const edit = useMutationOf(editCase, {
    onSuccess: (fresh) => {
      keepCase(fresh)
      void refresh(readCaseHistory)
    },
    onProblem: (problem) => {
      if (problem.status !== 412) return showError(problem)
      void refresh(readCase)
      showError(problem, { text: t('field.stale'), asWarning: true })
    },
  })
  return {
    busy: edit.isPending,
    /** `undo` is the change that takes it back, offered with the confirmation. */
    save: (body: CaseChange, words: string, { done, undo }: { done?: () => void; undo?: CaseChange } = {}) =>
      edit.mutate(
        { params: { key: supportCase.key }, body, version: supportCase.version },
        {
          onSuccess: ({ version }) => {
            const run = () => edit.mutate({ params: { key: supportCase.key }, body: undo ?? {}, version })
            toast({ title: words, ...(undo ? { action: { label: t('done.undo'), run } } : {}) })
            done?.()
          },
        },
      ),
  }
}
