import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { caseQueuePath } from '#features/support/case-pages/paths.ts'
import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconClock,
  IconShieldOff,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import type { RolloutCheck, RolloutDetail, RolloutRing } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './rollout.module.css'
import { soakText } from './soak-text.ts'

const OverrideDialog = lazyNamed(() => import('./override-dialog.tsx'), 'OverrideDialog')

const signs = {
  PASSED: IconCircleCheckFilled,
  WAITING: IconClock,
  FAILED: IconAlertCircleFilled,
  OVERRIDDEN: IconShieldOff,
} as const

/** The checks of the current ring: the next one begins when all have passed. */
export function ChecksCard(props: { rollout: RolloutDetail; ring: RolloutRing; mayOverride: boolean }) {
  const t = useText()
  const { rollout, ring, mayOverride } = props
  const [selectedCheck, setSelectedCheck] = useState<RolloutCheck['check'] | null>(null)
  const hasBegun = ring.started !== null
  const next = hasBegun ? rollout.rings.find(({ position }) => position === ring.position + 1) : ring
  const isHeld = ring.checks.some(({ state }) => state === 'FAILED')
  const [heldText, title] = next
    ? [t('checks.held', { ring: next.group }), t('checks.title', { ring: next.group })]
    : [t('checks.heldLast'), t('checks.titleLast')]
  return (
    <section className={classes.checks} data-held={isHeld || undefined} aria-labelledby="checks">
      <header>
        <h2 id="checks">{isHeld ? heldText : title}</h2>
        {ring.checked && <span>{t('checks.at', { time: formatTime(ring.checked) })}</span>}
      </header>
      <ul>
        {ring.checks.map((check) => (
          <CheckRow
            key={check.check}
            check={check}
            onOverride={mayOverride && canOverride(check) ? () => setSelectedCheck(check.check) : undefined}
          />
        ))}
      </ul>
      <p>{hasBegun ? t('checks.soonNote') : t('checks.first')}</p>
      <Suspense>
        {selectedCheck && (
          <OverrideDialog rollout={rollout} check={selectedCheck} onClose={() => setSelectedCheck(null)} />
        )}
      </Suspense>
    </section>
  )
}

/** A release that waits for approval is approved, and a bundle that cannot be released is corrected, not overridden. */
function canOverride({ check, state }: RolloutCheck): boolean {
  if (check === 'bundle') return false
  return state === 'FAILED' || (state === 'WAITING' && check !== 'delivered')
}

function CheckRow({ check, onOverride }: { check: RolloutCheck; onOverride: (() => void) | undefined }) {
  const t = useText()
  const { state, keys, obstacle, override } = check
  const Sign = signs[state]
  const name = t(`checks.name.${check.check}`)
  return (
    <li data-state={state}>
      <Sign size={18} role="img" aria-label={t(`checks.state.${state}`)} />
      <div className={classes.words}>
        <span>{name}</span>
        {keys.length > 0 && (
          <span className={classes.keys}>
            {keys.map((key) => (
              <Link key={key} to={caseQueuePath({ id: key })} translate="no">
                {key}
              </Link>
            ))}
          </span>
        )}
        {obstacle && <span>{t(`checks.obstacle.${obstacle}`)}</span>}
        {override && (
          <span translate="no">{t('checks.overridden', { name: override.by, reason: override.reason })}</span>
        )}
        {onOverride && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={onOverride}
            aria-label={t('checks.overrideCheck', { check: name })}
          >
            {t('checks.override')}
          </Button>
        )}
      </div>
      <span className={classes.end}>{checkText(check, t)}</span>
    </li>
  )
}

function checkText({ check, actual, required }: RolloutCheck, t: ReturnType<typeof useText>): string {
  if (check === 'bundle') return ''
  if (check === 'soak') return t('checks.value.of', { actual: soakText(t, actual), required: soakText(t, required) })
  if (check === 'cases') return t('checks.value.atMost', { actual, required })
  if (check === 'downloaded' || check === 'deployed') return t('checks.value.needs', { actual, required })
  return t('checks.value.of', { actual: Math.min(actual, required), required })
}
