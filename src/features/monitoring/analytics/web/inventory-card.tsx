import { useQueryOf } from '#kit/web/data/query.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type InventoryChange, type InventoryDay, inventorySheets, listInventory } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './inventory-card.module.css'

const SHOWN = 6

/** The newest daily inventory of each deployment of an account: what changed, and its sheets. */
export function InventoryCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listInventory, { query: { account } })
  return (
    <Card title={t('inventory')} note={t('inventoryNote')}>
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('noInventory')}>
            {t('noInventoryText')}
          </EmptyState>
        }
      >
        {({ _embedded: { inventory: days } }) => days.map((day) => <Day key={day.deploymentId} day={day} />)}
      </QueryView>
    </Card>
  )
}

function Day({ day }: { day: InventoryDay }) {
  const t = useText()
  const { deployment, deploymentId, collectedAt, missing, changes, changeCount } = day
  const more = changeCount - Math.min(changes.length, SHOWN)
  return (
    <section className={classes.day} aria-label={deployment}>
      <h3 className={classes.head}>
        {deployment} <span className={classes.quiet}>{formatDateTime(collectedAt)}</span>
        {missing && <Badge colour="grey">{t('state.MISSING')}</Badge>}
      </h3>
      {!missing && changeCount === 0 && <p className={classes.quiet}>{t('noChanges')}</p>}
      <ul className={classes.changes}>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={`${change.what} ${change.object} ${change.field}`}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>{t('moreChanges', { count: more })}</p>}
      {!missing && (
        <p className={classes.sheets}>
          {t('sheets')}
          {inventorySheets.map((sheet) => (
            <a
              key={sheet}
              download
              href={`/api/plugins/analytics/inventory/${deploymentId}/${day.day}/${sheet}`}
              aria-label={t('sheetOf', { sheet: t(`sheet.${sheet}`), deployment })}
            >
              {t(`sheet.${sheet}`)}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

function Change({ change: { what, object, field, before, after } }: { change: InventoryChange }) {
  const t = useText()
  const name = [object, field && t(`inventoryField.${field as 'rpds'}`)].filter(Boolean).join(' · ')
  const text = (value: InventoryChange['before']) => {
    if (value === null || value === '') return t('missing')
    return typeof value === 'number' ? formatCount(value) : String(value)
  }
  const changeText = field ? `${text(before)} → ${text(after)}` : t(before === null ? 'changeAdded' : 'changeRemoved')
  return (
    <>
      <span>{field && what === 'summary' ? name : `${t(`sheet.${what}`)}: ${name}`}</span>
      <span className={classes.quiet}>{changeText}</span>
    </>
  )
}
