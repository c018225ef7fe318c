import { Button } from '#kit/web/look/button.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { useText } from '../texts.ts'
import classes from './plan-sheet.module.css'
import { CellValue } from './sheet-cell.tsx'
import { type CellConflict, cellKey } from './sheet-changes.ts'

/** The values that another user changed meanwhile, beside the own ones: one is chosen for each cell. */
export function SheetConflicts(props: {
  conflicts: readonly CellConflict[]
  onResolve: (conflict: CellConflict, keeps: boolean) => void
}) {
  const t = useText()
  return (
    <InlineAlert colour="orange">
      <p>{t('conflicts.title')}</p>
      <ul className={classes.conflicts}>
        {props.conflicts.map((conflict) => {
          const { own, current } = conflict
          const { service, plan } = own
          return (
            <li key={cellKey(own)}>
              <b translate="no">{t('sheet.cell', { service: service.subcategory, plan: plan.name })}</b>
              <span>
                {t('conflicts.theirs')} <CellValue service={service} value={current.value} />
              </span>
              <span>
                {t('conflicts.own')} <CellValue service={service} value={own.value} />
              </span>
              <Button size="compact-sm" variant="default" onClick={() => props.onResolve(conflict, true)}>
                {t('conflicts.keep')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => props.onResolve(conflict, false)}>
                {t('conflicts.take')}
              </Button>
            </li>
          )
        })}
      </ul>
    </InlineAlert>
  )
}
