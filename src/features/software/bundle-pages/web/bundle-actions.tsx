import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Bundle, manageBundles } from '#features/software/bundles/contract.ts'
import { ReleaseDialog } from '#features/software/release-pages/web/index.ts'
import { createReleases } from '#features/software/releases/contract.ts'
import { IconGitCompare, IconPencil } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { SplitButton } from '#kit/web/look/split-button.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { bundlesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { BundleDialog, type BundleDialogName } from './bundle-dialog.tsx'
import { useReadyChecks } from './ready-checks.ts'
import { useBundleMoves } from './use-bundle-moves.tsx'

/** The actions of a bundle as a whole, each with its dialog. */
export function BundleActions({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const { put } = useUrlQuery<'tab'>()
  const [selection, setSelection] = useState<BundleDialogName | 'release' | null>(null)
  const mayManage = useAllows(manageBundles)
  const mayRelease = useAllows(createReleases)
  const close = () => setSelection(null)
  const open = useReadyChecks(bundle).find(({ good, optional }) => !good && !optional)
  const blockedText = blockedBy(bundle, t) ?? (open && t('side.missing', { name: t(`side.${open.id}`) }))
  return (
    <>
      {!phone && (
        <Button
          variant="default"
          leftSection={<IconGitCompare size={15} aria-hidden />}
          onClick={() => put({ tab: 'compare' }, 'step')}
        >
          {t('tab.compare')}
        </Button>
      )}
      {mayManage && <Moves bundle={bundle} ask={(_, dialog) => setSelection(dialog)} />}
      {mayRelease && (
        <Button blocked={blockedText} onClick={() => setSelection('release')}>
          {t('detail.release')}
        </Button>
      )}
      {selection && selection !== 'release' && (
        <BundleDialog
          bundle={bundle}
          dialog={selection}
          onClose={close}
          onDeleted={() => void navigate({ to: bundlesPath() })}
        />
      )}
      <Suspense>{selection === 'release' && <ReleaseDialog bundle={bundle} onClose={close} />}</Suspense>
    </>
  )
}

/** Why the bundle cannot be released now; undefined when it can. */
function blockedBy({ status, figures }: Bundle, t: ReturnType<typeof useText>): string | undefined {
  if (status !== 'ACTIVE') return t('detail.stopped')
  if (!figures?.components) return t('detail.nothing')
  return figures.inStorage < figures.components
    ? t('files.missing', { count: figures.components - figures.inStorage })
    : undefined
}

function Moves({ bundle, ask }: { bundle: Bundle; ask: (bundle: Bundle, dialog: BundleDialogName) => void }) {
  const t = useText()
  const phone = useIsMobile()
  const [selectedMove, setSelectedMove] = useState(bundle.status === 'ON_HOLD' ? 'unhold' : 'hold')
  const [change, ...options] = useBundleMoves(ask)(bundle)
  return (
    <>
      {phone ? (
        <IconButton
          variant="default"
          size={44}
          aria-label={t('move.change')}
          blocked={change?.blocked}
          onClick={change?.run}
        >
          <IconPencil size={16} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="default" leftSection={change?.icon} blocked={change?.blocked} onClick={change?.run}>
          {t('move.change')}
        </Button>
      )}
      <SplitButton quiet label={t('move.more')} options={options} selected={selectedMove} onSelect={setSelectedMove} />
    </>
  )
}
