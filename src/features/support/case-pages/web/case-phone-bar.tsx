import { isVendor } from '#features/access/roles/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { IconCheck, IconEye, IconEyePlus } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import { movesOf, useChosenMove } from './case-transitions.ts'
import { useMoveCase } from './use-transition-case.tsx'
import { useWatch } from './use-watch.ts'

/**
 * The foot of a case on a phone: watch it, and the likeliest transition, widest. Impossible transitions are left out.
 */
export function CasePhoneBar({ found }: { found: Case }) {
  const t = useText()
  const watch = useWatch(found)
  const vendor = isVendor(usePrincipal())
  const { current } = useChosenMove(movesOf(found, vendor, t))
  const { run, busy, dialog } = useMoveCase(found)
  const move = current?.blocked === undefined ? current : undefined
  if (!move && !found.actions.includes('watch')) return null
  return (
    <div className={classes.bar}>
      {dialog}
      {found.actions.includes('watch') && (
        <Button
          variant="default"
          aria-pressed={found.isWatchedByCurrentUser}
          leftSection={
            found.isWatchedByCurrentUser ? <IconEye size={16} aria-hidden /> : <IconEyePlus size={16} aria-hidden />
          }
          onClick={watch.toggle}
        >
          {t(found.isWatchedByCurrentUser ? 'action.watching' : 'action.watch')}
        </Button>
      )}
      {move && (
        <Button
          variant={!vendor && move.action === 'close' ? 'default' : 'filled'}
          color={move.action === 'resolve' ? 'green' : 'blue'}
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={busy}
          onClick={() => run(move.action)}
        >
          {t(`action.${move.action}`)}
        </Button>
      )}
    </div>
  )
}
