import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MonitoringState } from '#features/monitoring/analytics/contract.ts'
import { accountAnalyticsPath } from '#features/monitoring/analytics/paths.ts'
import { findingsPath } from '#features/monitoring/insights/paths.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { accountOutagesPath } from '#features/support/outages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type AccountHealth, DAY_MINUTES, readAccountHealth } from '../contract.ts'
import { uptimePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './health-card.module.css'

const colours: Readonly<Record<MonitoringState, BadgeColour>> = {
  OUTAGE: 'red',
  DEGRADED: 'orange',
  MISSING: 'grey',
  FINE: 'green',
  OFF: 'light-grey',
}

/** The health of the page's account, with the figures that it is made of; each leads to its page. */
export function HealthCard() {
  const account = useAccount()
  const maySee = useAllows(readAnalytics, account?.name)
  return account && maySee ? <Health account={account} /> : null
}

function Health({ account }: { account: AccountChoice }) {
  const t = useText()
  const query = useQueryOf(readAccountHealth, { params: { id: account.id } }, { refetchInterval: 60_000 })
  const state = query.data?.state
  return (
    <Card
      flush
      title={t('health.title')}
      right={
        state && (
          <Badge colour={colours[state]} blinking={state === 'OUTAGE'}>
            {t(`health.state.${state}`)}
          </Badge>
        )
      }
    >
      <QueryView query={query} rows={4}>
        {(health) =>
          health.state === null ? (
            <p className={classes.none}>{t('health.none')}</p>
          ) : (
            <Receipts account={account} health={health} />
          )
        }
      </QueryView>
    </Card>
  )
}

function Receipts({ account, health }: { account: AccountChoice; health: AccountHealth }) {
  const t = useText()
  const { online, known, outages, findings, newest, uptime, measuredMinutes } = health
  const offline = online !== null && known !== null ? known - online : 0
  return (
    <ul>
      <Receipt
        to={accountAnalyticsPath({ account })}
        name={t('health.modems')}
        value={online === null ? '–' : formatCount(online)}
        tone={offline > 0 && health.state !== 'FINE' ? 'orange' : undefined}
        note={
          known === null
            ? t('health.noSample')
            : t('health.offline', { offline: formatCount(offline), known: formatCount(known) })
        }
      />
      <Receipt
        to={accountOutagesPath({ account })}
        name={t('health.outages')}
        value={formatCount(outages)}
        tone={outages > 0 ? 'red' : undefined}
        note={t(outages > 0 ? 'health.outagesOpen' : 'health.outagesNone')}
      />
      <Receipt
        to={findingsPath({ account })}
        name={t('health.findings')}
        value={formatCount(findings.critical + findings.warning)}
        tone={findings.critical > 0 ? 'red' : findings.warning > 0 ? 'orange' : undefined}
        note={t('health.findingsNote', {
          critical: formatCount(findings.critical),
          warning: formatCount(findings.warning),
        })}
      />
      <Receipt
        to={uptimePath({ account })}
        name={t('health.uptime')}
        value={uptime === null ? '–' : `${uptime} %`}
        note={t('health.measured', { measured: formatCount(measuredMinutes), all: formatCount(DAY_MINUTES) })}
      />
      {newest && (
        <li className={classes.read}>
          {t('health.newest')} <Age at={newest} />
        </li>
      )}
    </ul>
  )
}

function Receipt(props: {
  to: string
  name: string
  value: string
  note: ReactNode
  tone?: 'red' | 'orange' | undefined
}) {
  return (
    <li>
      <Link to={props.to} className={classes.receipt}>
        <span className={classes.name}>{props.name}</span>
        <span className={classes.note}>{props.note}</span>
        <span className={classes.value} data-tone={props.tone}>
          {props.value}
        </span>
      </Link>
    </li>
  )
}
