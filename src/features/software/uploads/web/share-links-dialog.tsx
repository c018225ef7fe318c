import { NumberInput, TextInput } from '@mantine/core'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconLink, IconLinkOff } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { createShareLink, listShareLinks, type NamedShareLink, revokeOneShareLink } from '../contract.ts'
import { useShareLinksText } from '../texts.ts'
import classes from './share-links.module.css'

/** The share links of a file: how often each was used, a new one, and the end of one. */
export function ShareLinksDialog({ fileId, name, onClose }: { fileId: string; name: string; onClose: () => void }) {
  const t = useShareLinksText()
  const query = useQueryOf(listShareLinks, { params: { id: fileId } })
  return (
    <Modal
      opened
      centered
      size={640}
      title={t('title', { name })}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="form-stack">
        <p className={classes.quiet}>{t('intro')}</p>
        <NewShareLink fileId={fileId} />
        <QueryView query={query} rows={2}>
          {(data) => (
            <>
              {data?.links.length === 0 && <p className={classes.quiet}>{t('empty')}</p>}
              {data.links.length > 0 && (
                <ul className={classes.links}>
                  {data.links.map((link) => (
                    <ShareLinkRow key={link.id} link={link} />
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryView>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}

const colours: Readonly<Record<NamedShareLink['state'], BadgeColour>> = {
  ACTIVE: 'green',
  EXPIRED: 'grey',
  USED_UP: 'grey',
  REVOKED: 'light-grey',
}

/** One link of a file: copied as long as it gives the file, and revoked. */
function ShareLinkRow({ link }: { link: NamedShareLink }) {
  const t = useShareLinksText()
  const { id, state, content, downloads, mostDownloads } = link
  const name = link.name ?? t('unnamed')
  const revoke = useMutationOf(revokeOneShareLink, {
    refreshes: [listShareLinks],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    toast({ title: t('copied', { until: formatDateTime(link.expires) }) })
  }
  const count =
    mostDownloads === null ? t('count', { count: downloads }) : t('countOf', { count: downloads, most: mostDownloads })
  return (
    <li className={classes.link}>
      <div className={classes.about}>
        <span className={classes.name}>{name}</span> <Badge colour={colours[state]}>{t(`state.${state}`)}</Badge>
        <div className={classes.quiet}>
          {count} · {t('until', { at: formatDateTime(link.expires) })} ·{' '}
          {t('by', { by: link.createdBy, at: formatDateTime(link.created) })}
        </div>
      </div>
      {content !== null && (
        <>
          <IconButton size={24} aria-label={t('copy', { name })} onClick={() => void copy(content)}>
            <IconLink size={15} aria-hidden />
          </IconButton>
          <IconButton size={24} aria-label={t('revoke', { name })} onClick={() => revoke.mutate({ params: { id } })}>
            <IconLinkOff size={15} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}

const hours = ['1', '24', '72', '168', '336', '720'] as const
const USUAL_HOURS = 168

/** Creates a link of the file. */
function NewShareLink({ fileId }: { fileId: string }) {
  const t = useShareLinksText()
  const form = useContractForm(createShareLink.body, {
    name: '',
    hours: USUAL_HOURS,
    mostDownloads: undefined as number | undefined,
  })
  const create = useMutationOf(createShareLink, {
    refreshes: [listShareLinks],
    onProblem: applyServerErrors(form),
    onSuccess: ({ name }) => {
      toast({ title: t('created', { name: name ?? '' }) })
      form.reset()
    },
  })
  const most = form.values.mostDownloads
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((body) => create.mutate({ params: { id: fileId }, body }))}
    >
      <TextInput
        data-autofocus
        required
        label={t('name')}
        description={t('nameHint')}
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Select
        required
        label={t('expires')}
        data={hours.map((value) => ({ value, label: t(`duration.${value}`) }))}
        value={String(form.values.hours)}
        onChange={(value) => form.setFieldValue('hours', Number(value))}
      />
      <NumberInput
        min={1}
        max={1_000_000}
        allowDecimal={false}
        hideControls
        label={t('limit')}
        description={t('limitHint')}
        value={most ?? ''}
        onChange={(value) => form.setFieldValue('mostDownloads', value === '' ? undefined : Number(value))}
        error={form.errors.mostDownloads}
      />
      <Button type="submit" loading={create.isPending}>
        {t('create')}
      </Button>
    </form>
  )
}
