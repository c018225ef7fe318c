import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { checkCertificateRequest } from '../contract.ts'
import type { Order } from './order.ts'

const PAUSE_MS = 300

/** The verdict of the server on a request, a moment after the last change. `isChecking` until it belongs to the text. */
export function useRequestCheck(account: string, { csr, profile, lifetimeYears }: Order) {
  const [settled, setSettled] = useState(csr)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(csr), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [csr])
  const isEmpty = settled.trim() === ''
  const result = useQuery({
    queryKey: ['checkCertificateRequest', account, settled, profile, lifetimeYears],
    queryFn: ({ signal }) =>
      call(checkCertificateRequest, { query: { account }, body: { csr: settled, profile, lifetimeYears } }, { signal }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  const { error, isFetching, refetch } = result
  const check = isEmpty ? undefined : result.data
  return { check, query: { data: check, error, refetch }, isChecking: settled !== csr || isFetching }
}
