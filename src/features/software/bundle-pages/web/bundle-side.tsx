import { Suspense } from 'react'
import type { Bundle } from '#features/software/bundles/contract.ts'
import { IconCircleCheckFilled, IconCircleDashed } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Card } from '#kit/web/look/card.tsx'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'
import { useReadyChecks } from './ready-checks.ts'

const Family = lazyNamed(() => import('./bundle-family.tsx'), 'Family')

/** Beside a bundle: whether it can be released, and its family. */
export function BundleSide({ bundle }: { bundle: Bundle }) {
  return (
    <>
      <Ready bundle={bundle} />
      <Suspense>
        <Family bundle={bundle} />
      </Suspense>
    </>
  )
}

function Ready({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const checks = useReadyChecks(bundle)
  return (
    <Card title={t('side.ready')}>
      <ul className={classes.checks}>
        {checks.map(({ id, good, value }) => (
          <li key={id} data-good={good || undefined}>
            {good ? (
              <IconCircleCheckFilled size={16} role="img" aria-label={t('side.good')} />
            ) : (
              <IconCircleDashed size={16} role="img" aria-label={t('side.open')} />
            )}
            <span>{t(`side.${id}`)}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
