import { readAccount } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useAccount } from '#kit/web/who/account.tsx'

/** The names of the deployments of the page's account; undefined until they are known. */
export function useDeployments(): readonly string[] | undefined {
  const id = useAccount()?.id ?? ''
  const { data } = useQueryOf(readAccount, { params: { id } }, { enabled: id !== '' })
  return data?.deployments.map(({ name }) => name)
}
