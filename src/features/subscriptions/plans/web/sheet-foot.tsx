import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { cellToSend } from './cell-to-send.ts'
import { sheetEffects } from './places.ts'
import classes from './plan-sheet.module.css'
import type { useSheetChanges } from './sheet-changes.ts'

/** The changes that are not saved, what they reach, and their buttons. */
export function SheetFoot(props: {
  sheet: ReturnType<typeof useSheetChanges>
  saving: boolean
  /** Whether a conflict waits for a choice. */
  waits: boolean
  onSave: () => void
}) {
  const t = useText()
  const phone = useIsMobile()
  const { sheet, saving, waits, onSave } = props
  const changes = [...sheet.changes.values()]
  const plans = [...new Map(changes.map(({ plan }) => [plan.id, plan])).values()]
  const accounts = plans.reduce((sum, plan) => sum + (plan.accounts ?? 0), 0)
  return (
    <div className={classes.foot}>
      <div role="status" className={classes.reach}>
        {changes.length > 0 ? t('changes', { count: changes.length }) : t('unchanged')}{' '}
        {changes.length > 0 && t('reach', { count: accounts })}
        {changes.length > 0 && <Parts place={sheetEffects} cells={changes.map(cellToSend)} />}
      </div>
      {!phone && <p className={classes.hint}>{t('keys')}</p>}
      <div className={classes.actions}>
        <Button variant="subtle" blocked={sheet.canUndo ? undefined : t('notYet.undo')} onClick={sheet.undo}>
          {t('undo')}
        </Button>
        <Button
          variant="default"
          blocked={changes.length === 0 ? t('notYet.unchanged') : undefined}
          onClick={sheet.discard}
        >
          {t('discard')}
        </Button>
        <Button
          blocked={waits ? t('notYet.conflict') : changes.length === 0 ? t('notYet.unchanged') : undefined}
          loading={saving}
          rightSection={<Shortcut combo="mod+s" />}
          onClick={onSave}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
