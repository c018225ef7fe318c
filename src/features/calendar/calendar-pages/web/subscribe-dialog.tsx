import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type CalendarFeed, createFeed, deleteFeed, listFeeds } from '../../feeds/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'

/** Addresses at which calendar programs read the user's events. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const account = useAccount()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'account' | 'all'>(account ? 'account' : 'all')
  const query = useQueryOf(listFeeds, {})
  const make = useMutationOf(createFeed, { refreshes: [listFeeds] })
  if (make.data)
    return (
      <ShownOnce
        title={t('feed.title')}
        text={t('feed.made')}
        secrets={[{ text: make.data.url, copy: t('feed.copy') }]}
        done={t('feed.done')}
        onClose={make.reset}
      >
        <Button href={make.data.url.replace(/^https?:/, 'webcal:')}>{t('feed.open')}</Button>
      </ShownOnce>
    )
  return (
    <Modal
      opened
      centered
      size={560}
      title={t('feed.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('event.close') }}
    >
      <div className="form-stack">
        <p>{t('feed.text')}</p>
        <form
          noValidate
          className="form-stack"
          onSubmit={(event) => {
            event.preventDefault()
            make.mutate({
              body: { name: name.trim(), account: scope === 'account' ? (account?.name ?? null) : null },
            })
          }}
        >
          <TextInput
            data-autofocus
            required
            maxLength={60}
            label={t('feed.name')}
            description={t('feed.nameHint')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {account && (
            <SegmentedControl
              aria-label={t('feed.scope')}
              value={scope}
              onChange={setScope}
              options={[
                { value: 'account', label: <span translate="no">{account.displayName}</span> },
                { value: 'all', label: t('feed.everything') },
              ]}
            />
          )}
          <div className="form-actions">
            <Button
              type="submit"
              color="blue"
              loading={make.isPending}
              blocked={name.trim() ? undefined : t('notYet.feed')}
            >
              {t('feed.make')}
            </Button>
          </div>
        </form>
        <QueryView query={query} rows={2}>
          {(data) => data._embedded.feeds.length > 0 && <Feeds feeds={data._embedded.feeds} />}
        </QueryView>
      </div>
    </Modal>
  )
}

function Feeds({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const t = useText()
  const revoke = useMutationOf(deleteFeed, {
    refreshes: [listFeeds],
    onSuccess: () => toast({ title: t('feed.revoked') }),
  })
  return (
    <div>
      <h3 className={classes.heading}>{t('feed.mine')}</h3>
      <ul className={classes.feeds}>
        {feeds.map(({ id, name, accountName, lastRead }) => (
          <li key={id}>
            <span>
              <span translate="no">{name}</span>{' '}
              <span className={classes.quiet}>
                <span translate="no">{accountName ?? t('feed.everything')}</span>
                {' · '}
                {lastRead ? t('feed.lastRead', { age: formatAge(lastRead) }) : t('feed.never')}
              </span>
            </span>
            <IconButton
              aria-label={t('feed.revoke', { name })}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ params: { id } })}
            >
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
