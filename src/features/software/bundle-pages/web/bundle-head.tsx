import { Link } from '@tanstack/react-router'
import type { Bundle } from '#features/software/bundles/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconPackage } from '#kit/web/icons/icons.generated.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { BundleActions } from './bundle-actions.tsx'
import classes from './bundle-page.module.css'

/** The head of a bundle: its name and state, its origin, and its actions. */
export function BundleHead({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const { name, status, reason, parentId, parentName } = bundle
  return (
    <>
      <PageHeader
        title={name}
        face={
          <span className={classes.face}>
            <IconPackage size={22} aria-hidden />
          </span>
        }
        badges={
          <>
            <StateBadge kind="bundle" state={status} />
            {bundle.isContainerized && (
              <Badge colour="grey" plain>
                {t('detail.containerized')}
              </Badge>
            )}
          </>
        }
        note={
          <>
            {parentId && (
              <>
                {t('detail.patchOf')} <Link to={bundlePath({ bundleId: parentId })}>{parentName}</Link> ·{' '}
              </>
            )}
            {factsOf(bundle, t)}
          </>
        }
        actions={<BundleActions bundle={bundle} />}
      />
      {status !== 'ACTIVE' && (
        <InlineAlert>
          {t(status === 'ON_HOLD' ? 'detail.held' : 'detail.ended', { reason: reason ?? t('detail.noReason') })}
        </InlineAlert>
      )}
    </>
  )
}

/** When and by whom it was created, for what, and its size. */
export function factsOf(
  { created, createdBy, deploymentType, figures }: Bundle,
  t: ReturnType<typeof useText>,
): string {
  const createdText = t('detail.created', { date: formatDate(created), by: createdBy?.fullName ?? '' })
  return [createdText, deploymentType, ...(figures ? [formatBytes(figures.size)] : [])].join(' · ')
}
