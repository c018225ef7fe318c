import { IconCheck, IconEye, IconEyePlus } from '@tabler/icons-react'
import { isVendor } from '#features/roles/contract.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import type { Case } from '../contract.ts'
import classes from './case-detail.module.css'
import { movesOf, useChosenMove } from './case-moves.ts'
import { useText } from './text.ts'
import { useMoveCase } from './use-move-case.ts'
import { useWatch } from './use-watch.ts'

/** The foot of a case on a phone: watch it, and the likeliest move, widest. */
export function CasePhoneBar({ found }: { found: Case }) {
  const t = useText()
  const watch = useWatch(found)
  const { current } = useChosenMove(movesOf(found, isVendor(useActor()), t))
  const { run, busy } = useMoveCase(found)
  return (
    <div className={classes.bar}>
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
      {current && (
        <Button
          color={current.action === 'resolve' ? 'green' : 'blue'}
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={current.blocked !== undefined}
          title={current.blocked}
          loading={busy}
          onClick={() => run(current.action)}
        >
          {t(`action.${current.action}`)}
        </Button>
      )}
    </div>
  )
}
