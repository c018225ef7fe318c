import { useDebouncedValue } from '@mantine/hooks'
import { checkAccountName, nameCheckMessages, validateName } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'

const PAUSE_MS = 150

/** The verdict on a name while it is typed: its own flaws at once, the rest as soon as the server responds. */
export function useNameVerdict(typed: string) {
  const name = typed.trim()
  const flaw = validateName(name)
  const [settled] = useDebouncedValue(name, PAUSE_MS)
  const requested = settled === name && name !== '' && !flaw
  const { data } = useQueryOf(checkAccountName, { query: { accountName: settled } }, { enabled: requested })
  if (name === '') return undefined
  if (flaw) return { verdict: flaw, clash: null, text: nameCheckMessages[flaw] }
  return requested ? data : undefined
}
