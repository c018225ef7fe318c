import { type Bundle, readBundle } from '#features/software/bundles/contract.ts'
import {
  type BundleComponent,
  deleteFailedComponents,
  listBundleComponents,
  retryComponent,
  retryFailedComponents,
} from '#features/software/uploads/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconRefresh, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { FileName } from '#kit/web/look/file-name.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'
import { chooseFileAgain } from './choose-file-again.ts'
import { ComponentIcon } from './component-icon.tsx'

/** The components of a bundle that failed, with the reason of each; nothing while there are none. */
export function FailedComponents({ bundle: { id }, may }: { bundle: Bundle; may: boolean }) {
  const t = useText()
  const phone = useIsMobile()
  const { data } = useQueryOf(listBundleComponents, { query: { bundleId: id, size: 10_000 } })
  const refreshes = [listBundleComponents, readBundle]
  const retryAll = useMutationOf(retryFailedComponents, {
    refreshes,
    onSuccess: ({ retried, needClient }) =>
      toast({
        title: t('failed.retried', { count: retried }),
        ...(needClient.length > 0 ? { detail: t('failed.needClient', { names: needClient.join(', ') }) } : {}),
      }),
  })
  const remove = useMutationOf(deleteFailedComponents, {
    refreshes,
    onSuccess: ({ deleted }) => toast({ title: t('failed.deleted', { count: deleted }) }),
  })
  const failedFiles = data?._embedded.components.filter(({ uploadState }) => uploadState === 'FAILED') ?? []
  if (failedFiles.length === 0) return null
  const fetchable = failedFiles.filter(({ isFetchable }) => isFetchable).length
  const columns: readonly PlainColumn<BundleComponent>[] = [
    {
      id: 'name',
      label: t('files.component'),
      ...(phone ? {} : { width: 18 }),
      cell: ({ type, fileName, isFetchable, source, createdBy, error }) => (
        <>
          <FileName
            icon={<ComponentIcon kind={type} />}
            name={fileName}
            note={isFetchable ? t('files.from', { source: source ?? '' }) : t('files.sentBy', { name: createdBy })}
          />
          {phone && <span className={classes.failure}>{error}</span>}
        </>
      ),
    },
    {
      id: 'reason',
      label: t('failed.reason'),
      wide: true,
      cell: ({ error }) => <span className={classes.failure}>{error}</span>,
    },
    ...(may
      ? [
          {
            id: 'retry',
            label: t('files.menu'),
            width: 8,
            quiet: true,
            align: 'right' as const,
            cell: (component: BundleComponent) => <Retry component={component} />,
          },
        ]
      : []),
  ]
  return (
    <Card
      flush
      title={t('failed.title')}
      note={[
        fetchable > 0 && t('failed.fetchable', { count: fetchable }),
        fetchable < failedFiles.length && t('failed.waiting', { count: failedFiles.length - fetchable }),
      ]
        .filter(Boolean)
        .join(', ')}
      right={
        may && (
          <div className={classes.add}>
            {fetchable > 0 && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconRefresh size={14} aria-hidden />}
                loading={retryAll.isPending}
                onClick={() => retryAll.mutate({ params: { id } })}
              >
                {t('failed.retryAll')}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={14} aria-hidden />}
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id } })}
            >
              {t('failed.delete')}
            </Button>
          </div>
        )
      }
    >
      <PlainTable label={t('failed.title')} columns={columns} rows={failedFiles} id={(one) => one.id} />
    </Card>
  )
}

/** A file of a computer has to be chosen again: nothing can be fetched. */
function Retry({ component }: { component: BundleComponent }) {
  const t = useText()
  const { id, fileName, isFetchable } = component
  const retry = useMutationOf(retryComponent, { refreshes: [listBundleComponents] })
  if (!isFetchable)
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={t('failed.chooseOf', { name: fileName })}
        onClick={() => chooseFileAgain(component, t)}
      >
        {t('failed.choose')}
      </Button>
    )
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('failed.retryOne', { name: fileName })}
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      {t('files.retry')}
    </Button>
  )
}
