import { useState } from 'react'
import { editSla } from '#features/support/case-access/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { readSlaStat, type SlaReceipt, type SlaViewName } from '../contract.ts'
import { useText } from '../texts.ts'
import { EditSlaMonth } from './edit-sla-month.tsx'
import classes from './sla.module.css'
import { SlaLines } from './sla-lines.tsx'

/** How the figure of a month was computed: its outages, the sum, and the revisions since it was closed. */
export function SlaReceiptCard({ id, view }: { id: string; view: SlaViewName }) {
  const t = useText()
  const mayEdit = useAllows(editSla)
  const [revision, setRevision] = useState<number>()
  const [editing, setEditing] = useState(false)
  const query = useQueryOf(
    readSlaStat,
    { params: { id }, query: revision === undefined ? {} : { revision } },
    { keep: true },
  )
  return (
    <QueryView query={query}>
      {(data) => {
        const month = monthName(data.yearMonth)
        const value = data[view].availability
        const isNewest = data.revisions.length === 0 || data.revision === data.revisions[0]!.revision
        return (
          <Card
            title={value ? t('receipt.title', { month, value: `${value} %` }) : t('receipt.titleMissing', { month })}
            note={data.closedAt ? t('receipt.closed', { at: formatDateTime(data.closedAt) }) : t('receipt.preliminary')}
            right={
              mayEdit &&
              isNewest && (
                <Button size="xs" variant="subtle" onClick={() => setEditing(true)}>
                  {t('receipt.edit')}
                </Button>
              )
            }
          >
            <div className={classes.receipt}>
              <div className={classes.lines}>
                {data.clamped && <InlineAlert>{t('receipt.clamped')}</InlineAlert>}
                <SlaLines receipt={data} view={view} />
              </div>
              <div className={classes.sums}>
                <SlaSum receipt={data} view={view} />
                {data.revisions.length > 0 && (
                  <Revisions receipt={data} chosen={data.revision} onChoose={setRevision} />
                )}
              </div>
            </div>
            {editing && (
              <EditSlaMonth receipt={data} onClose={() => setEditing(false)} onSaved={() => setRevision(undefined)} />
            )}
          </Card>
        )
      }}
    </QueryView>
  )
}

function Revisions(props: { receipt: SlaReceipt; chosen: number; onChoose: (revision: number) => void }) {
  const t = useText()
  const { revisions } = props.receipt
  const chosenRevision = revisions.find(({ revision }) => revision === props.chosen)
  return (
    <div>
      <Select
        label={t('receipt.revisions')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        value={String(props.chosen)}
        onChange={(value) => value && props.onChoose(Number(value))}
        data={revisions.map(({ revision, madeAt }) => ({
          value: String(revision),
          label: t('receipt.revisionOf', { revision, at: formatDateTime(madeAt) }),
        }))}
      />
      {chosenRevision && (
        <p className={classes.why}>
          {chosenRevision.reason ?? t(chosenRevision.revision === 1 ? 'receipt.initial' : 'receipt.recount')}
          {chosenRevision.by && ` · ${chosenRevision.by}`}
        </p>
      )}
    </div>
  )
}

/** The formula of the figure with its numbers. */
function SlaSum({ receipt, view }: { receipt: SlaReceipt; view: SlaViewName }) {
  const t = useText()
  const { availability, lostModemMinutes, totalModemMinutes } = receipt[view]
  if (receipt.totalDeviceCount === null || totalModemMinutes === null)
    return <p className={classes.why}>{t('receipt.countsMissing')}</p>
  const lines: readonly (readonly [string, string])[] = [
    [t('receipt.devicesMinutes'), `${formatCount(receipt.totalDeviceCount)} × ${formatCount(receipt.minutesInMonth)}`],
    ['', `= ${formatCount(totalModemMinutes)}`],
    [t('receipt.lostMinutes'), formatCount(lostModemMinutes)],
    [t('receipt.formula'), `100 × (1 − ${formatCount(lostModemMinutes)} ÷ ${formatCount(totalModemMinutes)})`],
    [t('receipt.cut'), availability ?? t('matrix.missing')],
  ]
  return (
    <div>
      <h3>{t('receipt.sum')}</h3>
      <dl className={classes.sum}>
        {lines.map(([name, value]) => (
          <div key={value}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {receipt.lastUpdateTime && (
        <p className={classes.why}>{t('receipt.countsAt', { at: formatDateTime(receipt.lastUpdateTime) })}</p>
      )}
    </div>
  )
}
