import { seeInternal } from '#features/support/case-access/contract.ts'
import { accountCasesUpdated, casesUpdated } from '#features/support/cases/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { listInternalOutageEntries, listOutageCounts, listOutageEntries, listOutages, readOutage } from '../contract.ts'

/** Reads outages again when a case changed; customers listen to their account. */
export function useOutageUpdates(account: string | undefined): boolean {
  const staff = useAllows(seeInternal)
  const { vendor } = useMe()
  const onMessage = () =>
    void refresh(
      listOutages,
      readOutage,
      listOutageCounts,
      listOutageEntries,
      ...(staff ? [listInternalOutageEntries] : []),
    )
  useTopic(casesUpdated, staff ? { vendor: vendor.id } : undefined, onMessage)
  useTopic(accountCasesUpdated, !staff && account ? { account } : undefined, onMessage)
  return staff
}
