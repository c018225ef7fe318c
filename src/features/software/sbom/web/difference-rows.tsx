import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconGitCompare } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { type ComponentDifference, compareSboms } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

const kinds = ['all', 'ADDED', 'CHANGED', 'REMOVED', 'LICENSE'] as const
type Kind = (typeof kinds)[number]
const signs = { ADDED: '+', REMOVED: '−', CHANGED: '~' } as const
const FIRST = 100

/** The components of a bundle that differ from another bundle's. */
export function DifferenceRows({ before, after }: { before: string; after: string }) {
  const t = useText()
  const [kind, setKind] = useState<Kind>('all')
  const [size, setSize] = useState(FIRST)
  const query = { against: before, ...(kind === 'all' ? {} : { kind }) }
  const result = useQueryOf(compareSboms, { params: { id: after }, query: { ...query, size } }, { keep: true })
  return (
    <QueryView query={result} rows={6}>
      {(data) => {
        const rows = data._embedded.differences
        const { added: addedCount, removed: removedCount, changed: changedCount, licenses, same } = data.totals
        const counts = {
          all: addedCount + removedCount + changedCount,
          ADDED: addedCount,
          REMOVED: removedCount,
          CHANGED: changedCount,
          LICENSE: licenses,
        }
        if (counts.all === 0)
          return (
            <EmptyState colour="grey" icon={<IconGitCompare size={22} aria-hidden />} title={t('difference.none')}>
              {t('difference.noneText')}
            </EmptyState>
          )
        return (
          <>
            <div className={classes.tools}>
              <SegmentedControl
                small
                aria-label={t('difference.kind')}
                value={kind}
                onChange={setKind}
                options={kinds
                  .filter((one) => one === 'all' || counts[one] > 0)
                  .map((one) => ({ value: one, label: <KindLabel kind={one} count={counts[one]} /> }))}
              />
            </div>
            <ul className={classes.differences} aria-label={t('difference.label')}>
              {rows.map((row) => (
                <Row key={row.name.toLowerCase()} row={row} />
              ))}
            </ul>
            <div className={classes.foot}>
              <span className={classes.quiet}>{t('difference.same', { count: formatCount(same) })}</span>
              {rows.length < data.page.totalElements && size === FIRST && (
                <Button variant="default" loading={result.isFetching} onClick={() => setSize(1000)}>
                  {t('showMore')}
                </Button>
              )}
              <CsvButton endpoint={compareSboms} input={{ params: { id: after }, query }} name="sbom-difference" />
            </div>
          </>
        )
      }}
    </QueryView>
  )
}

/** A sign and a number, where the kind has a sign; its words are for screen readers then. */
function KindLabel({ kind, count }: { kind: Kind; count: number }) {
  const t = useText()
  const words = t(`difference.${kind}`, { count: formatCount(count) })
  if (kind === 'all' || kind === 'LICENSE') return words
  return (
    <span data-kind={kind}>
      <span className={classes.sign} aria-hidden>
        {signs[kind]}
        {formatCount(count)}
      </span>
      <span className={classes.spoken}>{words}</span>
    </span>
  )
}

function Row({ row }: { row: ComponentDifference }) {
  const t = useText()
  const { name, kind, versionBefore, version, licenseBefore, license, licenseChanged } = row
  const none = t('noLicense')
  return (
    <li data-kind={kind}>
      <span className={classes.sign} role="img" aria-label={t(`difference.sign${kind}`)}>
        {signs[kind]}
      </span>
      <span className={classes.name} translate="no" title={name}>
        {name}
      </span>
      <span className={classes.code} translate="no">
        {[...new Set([versionBefore, version])].filter(Boolean).join(' → ')}
      </span>
      {licenseChanged && (
        <>
          <Badge colour="orange" plain>
            {t('difference.newLicense')}
          </Badge>
          <span className={classes.license}>
            {t('difference.license', { before: licenseBefore ?? none, after: license ?? none })}
          </span>
        </>
      )}
    </li>
  )
}
