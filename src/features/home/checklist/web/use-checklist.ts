import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { checklistChanged, type OnboardingChecklist, readChecklists, readOnboardingChecklist } from '../contract.ts'

/** The account's checklist, live: undefined while loading, null when the user may not see it. */
export function useChecklist(account: string): OnboardingChecklist | null | undefined {
  const sees = useAllows(readChecklists, account)
  const { data, error } = useQueryOf(readOnboardingChecklist, { params: { account } }, { enabled: sees })
  useTopic(
    checklistChanged,
    sees && data?.complete === false ? { account } : undefined,
    () => void refresh(readOnboardingChecklist),
  )
  return sees && !error ? data : null
}
