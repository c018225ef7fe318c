import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { createCases } from '#features/support/case-access/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { outageReasonNames } from '#features/support/outages/contract.ts'
import { outagePath } from '#features/support/outages/paths.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type SlaDispute, type SlaLine, type SlaReceipt, type SlaViewName, slaFamilies } from '../contract.ts'
import { useDisputeText, useText } from '../texts.ts'
import classes from './sla.module.css'

const DisputeLine = lazyNamed(() => import('./dispute-line.tsx'), 'DisputeLine')

/** The outages of a month in one view, those that are not counted with the reason. */
export function SlaLines({ receipt, view }: { receipt: SlaReceipt; view: SlaViewName }) {
  const t = useText()
  const d = useDisputeText()
  const mayDispute = useAllows(createCases)
  const [disputedKey, setDisputedKey] = useState<string>()
  const rows = receipt.outages.filter(
    ({ isVendorIssue }) => view === 'blended' || (view === 'vendor') === (isVendorIssue === true),
  )
  const columns: readonly PlainColumn<SlaLine>[] = [
    {
      id: 'outage',
      label: t('receipt.outage'),
      width: 8,
      cell: ({ key, disputes }) => (
        <span className={classes.outage}>
          <Link to={outagePath({ account: receipt.account, accountId: receipt.accountId, outageKey: key })}>
            <code>{key}</code>
          </Link>
          {mayDispute && !disputes.some(({ open }) => open) && (
            <Button size="xs" variant="subtle" aria-label={d('disputeOf', { key })} onClick={() => setDisputedKey(key)}>
              {d('dispute')}
            </Button>
          )}
        </span>
      ),
    },
    { id: 'cause', label: t('receipt.cause'), wide: true, cell: (line) => <Cause line={line} /> },
    { id: 'start', label: t('receipt.start'), wide: true, width: 7.5, cell: ({ started }) => formatDateTime(started) },
    {
      id: 'end',
      label: t('receipt.end'),
      wide: true,
      width: 7.5,
      cell: ({ ended }) => (ended ? formatDateTime(ended) : t('receipt.running')),
    },
    {
      id: 'modems',
      label: t('receipt.modems'),
      width: 5.5,
      align: 'right',
      cell: (line) => formatCount(line.totalCmsAffectedCounted),
    },
    {
      id: 'minutes',
      label: t('receipt.minutes'),
      width: 5,
      align: 'right',
      cell: (line) => formatCount(line.countedMinutes),
    },
    {
      id: 'lost',
      label: t('receipt.lost'),
      width: 7.75,
      align: 'right',
      cell: (line) => formatCount(line.lostModemMinutes),
    },
  ]
  if (rows.length === 0) return <p className={classes.why}>{t('receipt.none')}</p>
  const notes = rows.filter((line) => notesOf(line).length > 0)
  const disputedRows = rows.filter(({ disputes }) => disputes.length > 0)
  return (
    <>
      <PlainTable label={t('receipt.outage')} columns={columns} rows={rows} id={({ key }) => key} />
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((line) => (
            <li key={line.key}>
              <code>{line.key}</code> {notesOf(line).join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {disputedRows.length > 0 && (
        <ul className={classes.notes}>
          {disputedRows.map(({ key, disputes }) => (
            <SlaDisputes key={key} receipt={receipt} disputes={disputes} />
          ))}
        </ul>
      )}
      {disputedKey !== undefined && (
        <Suspense fallback={null}>
          <DisputeLine receipt={receipt} outage={disputedKey} onClose={() => setDisputedKey(undefined)} />
        </Suspense>
      )}
    </>
  )

  function notesOf(line: SlaLine): string[] {
    const { excludedBecause: why, excludedOf: of, byFamily } = line
    const isNamed = why && of && (why === 'DUPLICATE' || why === 'EXCLUDED_DEPLOYMENT')
    const families = slaFamilies
      .filter((family) => (byFamily[family] ?? 0) > 0)
      .map((family) => `${t(`family.${family}`)} ${formatCount(byFamily[family]!)}`)
    return [
      ...(why
        ? [t('receipt.excluded', { why: isNamed ? t(`exclusion.${why}Of`, { of }) : t(`exclusion.${why}`) })]
        : []),
      ...(line.countedMinutes < line.outageTime
        ? [
            `${t('receipt.minutes')} ${formatCount(line.countedMinutes)} ${t('receipt.ofMinutes', { count: formatCount(line.outageTime) })}`,
          ]
        : []),
      ...(line.totalCmsAffectedCounted < line.totalCmsAffected
        ? [
            `${t('receipt.modems')} ${formatCount(line.totalCmsAffectedCounted)} ${t('receipt.ofModems', { count: formatCount(line.totalCmsAffected) })}`,
          ]
        : []),
      ...(line.overlaps ? [t('receipt.overlap', { key: line.overlaps })] : []),
      ...(line.parts ?? []).map(({ minutes, modems }) =>
        t('receipt.part', { minutes: formatCount(minutes), modems: formatCount(modems) }),
      ),
      ...(families.length > 0 ? [families.join(', ') + (line.estimated ? ` (${t('receipt.estimated')})` : '')] : []),
      ...line.edits.map(({ at, by, reason }) =>
        t('receipt.edited', { at: formatDateTime(at), by: by ?? t('receipt.former'), reason }),
      ),
    ]
  }
}

function Cause({ line }: { line: SlaLine }) {
  const t = useText()
  const reason = outageReasonNames.find((name) => name === line.reason) ?? 'unknown'
  const { isVendorIssue: vendor } = line
  return (
    <span className="row" title={line.subject}>
      {t(`reason.${reason}`)}
      {line.excludedBecause === null ? (
        <Badge plain colour={vendor ? 'purple' : 'grey'}>
          {t(vendor === null ? 'receipt.unknown' : vendor ? 'receipt.vendor' : 'receipt.customer')}
        </Badge>
      ) : (
        <Badge plain colour="dark-yellow">
          {t(`exclusion.${line.excludedBecause}`)}
        </Badge>
      )}
    </span>
  )
}

/** The disputes of a line, each with the status and the outcome of its case. */
function SlaDisputes({ receipt, disputes }: { receipt: SlaReceipt; disputes: readonly SlaDispute[] }) {
  const t = useDisputeText()
  return disputes.map(({ key, status, issueReason, reason, openedAt, by }) => (
    <li key={key} className={classes.dispute}>
      <Link to={casePath({ account: receipt.account, accountId: receipt.accountId, key })}>{t('case', { key })}</Link>
      <CaseBadge row={{ status, type: 'CASE' }} />
      {issueReason && <span>{t(`outcome.${issueReason}`)}</span>}
      <span>{t('opened', { by: by ?? t('former'), at: formatDateTime(openedAt), reason })}</span>
    </li>
  ))
}
