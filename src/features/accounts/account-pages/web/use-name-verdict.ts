import { useDebouncedValue } from '@mantine/hooks'
import { checkAccountName, nameCheckMessages, validateName } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'

const PAUSE_MS = 150

/** The verdict on a name while it is typed: its own flaws at once, the rest as soon as the server responds. */
export function useNameVerdict(typedName: string) {
  const name = typedName.trim()
  const flaw = validateName(name)
  const [settledName] = useDebouncedValue(name, PAUSE_MS)
  const isRequested = settledName === name && name !== '' && !flaw
  const { data } = useQueryOf(checkAccountName, { query: { accountName: settledName } }, { enabled: isRequested })
  if (name === '') return undefined
  if (flaw) return { verdict: flaw, clash: null, text: nameCheckMessages[flaw] }
  return isRequested ? data : undefined
}
