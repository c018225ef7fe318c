import type { Account } from '#features/accounts/accounts/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import type { ListedCase } from '#features/support/cases/contract.ts'
import { IconArrowRight } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'

/** The live outage of an account in one line that links to its case; nothing without an outage. */
export function OutageStrip({ account, cases }: { account: Account; cases: readonly ListedCase[] }) {
  const t = useText()
  const now = useCurrentMinute()
  const outages = cases
    .flatMap(({ type, key, subject, created }) => (type === 'OUTAGE' && created ? [{ key, subject, created }] : []))
    .sort((a, b) => a.created.localeCompare(b.created))
  const [first] = outages
  if (!first) return null
  const others = outages.length - 1
  return (
    <Callout
      colour="red"
      live
      title={t('strip.title', { age: formatAge(first.created, now) })}
      action={
        <Button
          to={customerCasesPath({ account }, { id: first.key, tab: 'activity' })}
          color="red"
          rightSection={<IconArrowRight size={15} aria-hidden />}
        >
          {t('strip.open')}
        </Button>
      }
    >
      {first.subject} · <code>{first.key}</code>
      {others > 0 && ` · ${t('strip.more', { count: others })}`}
    </Callout>
  )
}
