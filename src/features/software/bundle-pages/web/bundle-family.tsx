import { Link } from '@tanstack/react-router'
import { type Bundle, listBundles, readBundle } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconGitBranch } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'

/** The bundle's parent, itself, and the patches of the topmost one. */
export function Family({ bundle }: { bundle: Bundle }) {
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
            <Link to={bundlePath({ bundleId: id })} className="el">
              {name}
            </Link>
            <StateBadge kind="bundle" state={status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
