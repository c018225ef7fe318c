import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  type Bundle,
  canTransitionBundle,
  listBundles,
  manageBundles,
  readBundle,
  unholdBundle,
} from '#features/software/bundles/contract.ts'
import { ReleaseDialog } from '#features/software/release-pages/web/index.ts'
import { createReleases } from '#features/software/releases/contract.ts'
import { newRolloutPath } from '#features/software/rollouts/paths.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import {
  IconArchive,
  IconGitBranch,
  IconGitCompare,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconTruckDelivery,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { SplitButton } from '#kit/web/look/split-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { useReadyChecks } from './ready-checks.ts'

const StopBundle = lazyNamed(() => import('./stop-bundle.tsx'), 'StopBundle')
const DeleteBundle = lazyNamed(() => import('./delete-bundle.tsx'), 'DeleteBundle')
const NewBundle = lazyNamed(() => import('./new-bundle.tsx'), 'NewBundle')

type Selection = 'hold' | 'eol' | 'delete' | 'patch' | 'release' | null

/** The actions of a bundle as a whole, each with its dialog. */
export function BundleActions({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const phone = useIsMobile()
  const { put } = useUrlQuery<'tab'>()
  const [selection, setSelection] = useState<Selection>(null)
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
      {mayManage && <Moves bundle={bundle} onAsk={setSelection} />}
      {mayRelease && (
        <Button blocked={blockedText} onClick={() => setSelection('release')}>
          {t('detail.release')}
        </Button>
      )}
      <Suspense>
        {(selection === 'hold' || selection === 'eol') && (
          <StopBundle bundle={bundle} move={selection} onClose={close} />
        )}
        {selection === 'delete' && <DeleteBundle bundle={bundle} onClose={close} />}
        {selection === 'patch' && <NewBundle parent={bundle} opened onClose={close} />}
        {selection === 'release' && <ReleaseDialog bundle={bundle} onClose={close} />}
      </Suspense>
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

function Moves({ bundle, onAsk }: { bundle: Bundle; onAsk: (next: Selection) => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [selectedMove, setSelectedMove] = useState(bundle.status === 'ON_HOLD' ? 'unhold' : 'hold')
  const unhold = useMutationOf(unholdBundle, {
    refreshes: [readBundle, listBundles],
    onSuccess: () => toast({ title: t('move.unheld') }),
  })
  const may = (move: 'hold' | 'unhold' | 'move-to-eol') =>
    canTransitionBundle(bundle.status, move) ? undefined : t('move.not')
  const { releases = 0, patches = 0 } = bundle.figures ?? {}
  const options = [
    {
      id: 'hold',
      label: t('move.hold'),
      icon: <IconPlayerPause size={15} aria-hidden />,
      blocked: may('hold'),
      run: () => onAsk('hold'),
    },
    {
      id: 'unhold',
      label: t('move.unhold'),
      icon: <IconPlayerPlay size={15} aria-hidden />,
      blocked: may('unhold'),
      run: () => unhold.mutate({ params: { id: bundle.id } }),
    },
    {
      id: 'eol',
      label: t('move.eol'),
      icon: <IconArchive size={15} aria-hidden />,
      blocked: may('move-to-eol'),
      run: () => onAsk('eol'),
    },
    {
      id: 'rollout',
      label: t('move.rollout'),
      icon: <IconTruckDelivery size={15} aria-hidden />,
      blocked: bundle.status === 'ACTIVE' ? undefined : t('move.not'),
      run: () => void navigate({ to: newRolloutPath({ bundle: bundle.id }) }),
    },
    {
      id: 'patch',
      label: t('move.patch'),
      icon: <IconGitBranch size={15} aria-hidden />,
      blocked: bundle.status === 'END_OF_LIFE' ? t('move.not') : undefined,
      run: () => onAsk('patch'),
    },
    {
      id: 'delete',
      label: t('move.delete'),
      icon: <IconTrash size={15} aria-hidden />,
      blocked: releases + patches > 0 ? t('move.hasReleases') : undefined,
      run: () => onAsk('delete'),
    },
  ]
  return (
    <SplitButton quiet label={t('move.more')} options={options} selected={selectedMove} onSelect={setSelectedMove} />
  )
}
