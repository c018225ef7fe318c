import { useNavigate } from '@tanstack/react-router'
import {
  type Bundle,
  canTransitionBundle,
  isEditable,
  listBundles,
  readBundle,
  unholdBundle,
} from '#features/software/bundles/contract.ts'
import { newRolloutPath } from '#features/software/rollouts/paths.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import {
  IconArchive,
  IconGitBranch,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconTruckDelivery,
} from '#kit/web/icons/icons.generated.ts'
import type { SplitOption } from '#kit/web/look/split-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import type { BundleDialogName } from './bundle-dialog.tsx'

/** What can be done with a bundle as a whole; `ask` opens the dialog of an action that has one. */
export function useBundleMoves(
  ask: (bundle: Bundle, dialog: BundleDialogName) => void,
): (bundle: Bundle) => readonly SplitOption[] {
  const t = useText()
  const navigate = useNavigate()
  const unhold = useMutationOf(unholdBundle, {
    refreshes: [readBundle, listBundles],
    onSuccess: () => toast({ title: t('move.unheld') }),
  })
  return (bundle) => {
    const may = (move: 'hold' | 'unhold' | 'move-to-eol') =>
      canTransitionBundle(bundle.status, move) ? undefined : t('move.not')
    return [
      {
        id: 'change',
        label: t('move.change'),
        icon: <IconPencil size={15} aria-hidden />,
        blocked: isEditable(bundle.status) ? undefined : t('move.endedNot'),
        run: () => ask(bundle, 'change'),
      },
      {
        id: 'hold',
        label: t('move.hold'),
        icon: <IconPlayerPause size={15} aria-hidden />,
        blocked: may('hold'),
        run: () => ask(bundle, 'hold'),
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
        run: () => ask(bundle, 'eol'),
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
        run: () => ask(bundle, 'patch'),
      },
      {
        id: 'delete',
        label: t('move.delete'),
        icon: <IconTrash size={15} aria-hidden />,
        blocked: whyStays(bundle, t),
        run: () => ask(bundle, 'delete'),
      },
    ]
  }
}

/** Why the bundle cannot be deleted, and what to do first; undefined when it can. */
function whyStays({ figures }: Bundle, t: ReturnType<typeof useText>): string | undefined {
  if (figures?.releases) return t('move.hasReleases', { count: figures.releases })
  return figures?.patches ? t('move.hasPatches', { count: figures.patches }) : undefined
}
