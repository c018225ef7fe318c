import { Suspense, useState } from 'react'
import { readCases } from '#features/support/case-access/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { editSlaClocks, readSlaHours, type SlaHours } from '../contract.ts'
import { useText } from '../texts.ts'
import { spansText, weekdays } from './weekly-text.ts'

const EditHours = lazyNamed(() => import('./edit-hours.tsx'), 'EditHours')

/** The business hours and the SLA plan of the account. */
export function HoursCard() {
  const account = useAccount()
  const may = useAllows(readCases, account?.name)
  const { data } = useQueryOf(
    readSlaHours,
    { query: { account: account?.name ?? '' } },
    { enabled: account !== null && may },
  )
  return data && <Hours hours={data} />
}

function Hours({ hours }: { hours: SlaHours }) {
  const t = useText()
  const mayEdit = useAllows(editSlaClocks)
  const [editing, setEditing] = useState(false)
  const edit = mayEdit && (
    <Button size="xs" variant="subtle" onClick={() => setEditing(true)}>
      {t('hours.edit')}
    </Button>
  )
  return (
    <Card title={t('hours.title')} right={edit}>
      <DescriptionList
        lines={[
          [t('hours.plan'), t(`plan.${hours.plan}`)],
          [t('hours.zone'), hours.timeZone],
          ...weekdays.map((day) => [t(`weekday.${day}`), spansText(hours.weekly, day) || t('hours.closed')] as const),
          [t('hours.holidays'), hours.holidays.map(formatDate).join(', ') || t('hours.none')],
        ]}
      />
      <Suspense>{editing && <EditHours hours={hours} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  )
}
