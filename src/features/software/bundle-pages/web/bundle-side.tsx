import { Link } from '@tanstack/react-router'
import { type Bundle, listBundles, readBundle } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCircleCheckFilled, IconCircleDashed, IconGitBranch } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import classes from './bundle-page.module.css'
import { useReadyChecks } from './ready-checks.ts'
import { useText } from './text.ts'

/** Beside a bundle: whether it can be released, and its family. */
export function BundleSide({ bundle }: { bundle: Bundle }) {
  return (
    <>
      <Ready bundle={bundle} />
      <Family bundle={bundle} />
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

/** The bundle's parent, itself, and the patches of the topmost one. */
function Family({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const eldest = bundle.parentId ?? bundle.id
  const parent = useQueryOf(readBundle, { params: { id: eldest } }, { enabled: bundle.parentId !== null })
  const patches = useQueryOf(listBundles, { query: { parentId: eldest, size: 20 } })
  const head = bundle.parentId ? parent.data : bundle
  const family = [...(head ? [head] : []), ...(patches.data?._embedded.bundles ?? [])]
  if (family.length < 2) return null
  return (
    <Card title={t('side.family')}>
      <ul className={classes.family}>
        {family.map(({ id, name, status }) => (
          <li key={id} aria-current={id === bundle.id || undefined}>
            <IconGitBranch size={14} aria-hidden />
            <Link to={`/software/bundles/${id}`} className="el">
              {name}
            </Link>
            <StateBadge kind="bundle" state={status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
