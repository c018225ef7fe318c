import { Card } from '#kit/web/look/card.tsx'
import { ProviderChip } from '#kit/web/look/provider-chip.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './details-card.module.css'

/** The user's details, as entered with their invitation. */
export function DetailsCard({ me, provider }: { me: Me; provider: string | null | undefined }) {
  const t = useText()
  const accounts = useAccounts()
  const managedAccounts = me.assignedAccounts.map(
    (name) => accounts.find((one) => one.name === name)?.displayName ?? name,
  )
  const until = new Date(Date.now() + me.expires_in * 1000)
  const facts = [
    { name: t('details.name'), value: me.fullName },
    { name: t('details.email'), value: me.username },
    { name: t('details.job'), value: me.jobTitle },
    { name: t('details.manager'), value: me.manager },
    { name: t('details.provider'), value: provider !== undefined && <ProviderChip name={provider} /> },
    {
      name: t('details.session'),
      value: t('details.sessionText', { time: formatTime(until), hours: me.session_duration_in_hours }),
    },
    ...(managedAccounts.length > 0 ? [{ name: t('details.csm'), value: managedAccounts.join(', ') }] : []),
  ]
  return (
    <Card title={t('details.title')} note={t('details.note')}>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
